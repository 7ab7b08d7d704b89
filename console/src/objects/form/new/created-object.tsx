import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import { onceShown } from './once-shown.ts';

export interface CreatedObjectProps {
  readonly definition: ObjectDefinition;
  readonly answer: ApiObject;
  readonly onDone: () => void;
}

/** What was answered this once: as the kind of object has it, else the secret alone. */
export function CreatedObject({ definition, answer, onDone }: CreatedObjectProps) {
  const { Created, resource } = definition;
  const secret = onceShown(answer);
  return (
    <Stack maw={760}>
      <PageTitle title={`${sentenceCase(resource.noun)} created`} />
      {Created ? <Created answer={answer} /> : secret !== undefined && <Once secret={secret} />}
      <Group>
        <Button onClick={onDone}>{secret === undefined ? 'Go on' : 'I have copied it'}</Button>
      </Group>
    </Stack>
  );
}

function Once({ secret }: { readonly secret: string }) {
  return (
    <>
      <Alert color="yellow" icon={<IconKey size={18} />} title="Copy it now">
        It is shown this once. Whoever has it can use it: keep it where you keep passwords.
      </Alert>
      <Snippet title="Secret" text={secret} />
    </>
  );
}
