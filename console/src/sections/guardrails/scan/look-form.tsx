import { Group, Kbd, Stack, Text, Textarea } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { LookResult } from './look-result.tsx';
import { useLook, type LookAt } from './use-look.ts';

/** UTF-16 units of a text: the service looks at no more at once. */
const MOST_TEXT = 65_536;

export interface LookFormProps extends LookAt {
  /** What is chosen beside the text. */
  readonly children?: ReactNode;
  /** False: something is missing beside the text. */
  readonly isReady?: boolean;
}

/** Takes a text, has it looked at, and shows what was found in it. */
export function LookForm({ children, isReady = true, ...at }: LookFormProps) {
  const [text, setText] = useState('');
  const { mutate, isPending, data, error } = useLook(at);
  const canLook = isReady && text !== '' && !isPending;
  const look = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (canLook) mutate(text);
  };
  const lookByKeys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) look(event);
  };
  return (
    <Stack gap="md" maw={920}>
      <form onSubmit={look} onKeyDown={lookByKeys} noValidate>
        <Stack gap="sm">
          {children}
          <Textarea
            {...{ label: 'Text', autosize: true, minRows: 4, maxRows: 20, withAsterisk: true }}
            description="It is looked at and forgotten: it is neither stored nor logged."
            maxLength={MOST_TEXT}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group gap="xs">
            <ActionButton
              type="submit"
              isBusy={isPending}
              disabled={!isPending && (!isReady || text === '')}
            >
              Look
            </ActionButton>
            <Text size="xs" c="dimmed">
              <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> looks
            </Text>
          </Group>
        </Stack>
      </form>
      {error && <ProblemAlert error={error} title="Not looked at" />}
      {data && <LookResult looked={data} />}
    </Stack>
  );
}
