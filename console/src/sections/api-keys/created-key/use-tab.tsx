import { Stack, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { KeySnippets } from './key-snippets.tsx';

/** How programs use a key that somebody already has. */
export const UseTab = ({ object }: { readonly object: ApiObject }) => (
  <Stack maw={760}>
    <Text size="sm">
      The snippets read the key from <code>AICP_API_KEY</code>. If nobody has the key any more,
      rotate it: that makes a new one.
    </Text>
    <KeySnippets apiKey={object} />
  </Stack>
);
