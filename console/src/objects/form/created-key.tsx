import { Alert, Button, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { PageTitle } from '../../ui/page-title.tsx';
import { Snippet } from '../../ui/snippet.tsx';

export interface CreatedKeyProps {
  readonly secret: string;
  readonly onDone: () => void;
}

/** A secret that is shown once. */
export function CreatedKey({ secret, onDone }: CreatedKeyProps) {
  return (
    <Stack maw={760}>
      <PageTitle title="Copy it now" />
      <Alert color="yellow" icon={<IconKey size={18} />}>
        It is shown this once. Whoever has it can use it: keep it where you keep passwords.
      </Alert>
      <Snippet title="Secret" text={secret} />
      <div>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </Stack>
  );
}
