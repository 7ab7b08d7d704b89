import { Alert, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ApiObject } from '../../../api/api-object.ts';
import { Snippet } from '../../../ui/snippet.tsx';
import { KeySnippets } from './key-snippets.tsx';
import { exportOf } from './snippets.ts';

/** A key that was just made or rotated: its secret, this once, and how to use it. */
export function KeySecret({ answer }: { readonly answer: ApiObject }) {
  const secret = typeof answer['key'] === 'string' ? answer['key'] : '';
  return (
    <Stack>
      <Alert color="yellow" icon={<IconKey size={18} aria-hidden />} title="Copy the key now">
        It is shown this once, and nobody can look it up later. Whoever has it can use it: keep it
        where you keep passwords.
      </Alert>
      <Snippet title="Key" text={secret} />
      <Snippet title="For a terminal" text={exportOf(secret)} />
      <KeySnippets apiKey={answer} />
    </Stack>
  );
}
