import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import type { ApiObject, ObjectDefinition } from '../../object-definition.ts';
import { sentenceCase } from '../../text.ts';
import { KeySnippets } from './key-snippets.tsx';
import { onceShown } from './once-shown.ts';

export interface CreatedObjectProps {
  readonly definition: ObjectDefinition;
  readonly answer: ApiObject;
  readonly onDone: () => void;
}

/** What was answered this once: a secret, and what the kind of object says of it. */
export function CreatedObject({ definition, answer, onDone }: CreatedObjectProps) {
  const secret = onceShown(answer);
  const More = moreOf(definition);
  return (
    <Stack maw={760}>
      <PageTitle title={`${sentenceCase(definition.resource.noun)} created`} />
      {secret !== undefined && (
        <>
          <Alert color="yellow" icon={<IconKey size={18} />} title="Copy it now">
            It is shown this once. Whoever has it can use it: keep it where you keep passwords.
          </Alert>
          <Snippet title="Secret" text={secret} />
        </>
      )}
      {More && <More answer={answer} />}
      <Group>
        <Button onClick={onDone}>{secret === undefined ? 'Go on' : 'I have copied it'}</Button>
      </Group>
    </Stack>
  );
}

/** Of keys, what to do with one; else what the kind's definition has. */
const moreOf = ({
  Created,
  resource,
}: ObjectDefinition): ComponentType<{ readonly answer: ApiObject }> | undefined =>
  Created ?? (resource.type === RESOURCES.apiKey.type ? KeySnippets : undefined);
