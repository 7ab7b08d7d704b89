import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRotation } from '../../../ui/action/use-rotation.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { KeySecret } from '../created-key/key-secret.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** How long the old key goes on working, in seconds. */
const GRACE = [
  { value: '0', label: 'It ends at once' },
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
  { value: '2592000', label: 'For 30 days' },
];

export interface RotateDialogProps {
  readonly apiKey: ApiObject;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Replaces a key's secret. The new one is shown once; where wanted, the old one goes on working for a while. */
export function RotateDialog({ apiKey, isOpen, onClose }: RotateDialogProps) {
  const { collection } = RESOURCES.apiKey;
  const { answer, failure, isBusy, rotate, forget } = useRotation<ApiObject>(collection);
  const path = `${objectPath(collection, apiKey.id)}/rotate`;
  const close = (): void => {
    forget();
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={answer ? 'The new key' : visibleText(`Rotate ${apiKey.name ?? apiKey.id}`)}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The secret is shown once: a slip of the hand must not close it.
      closeOnClickOutside={!answer}
      closeOnEscape={!answer}
    >
      {answer ? (
        <Stack>
          <KeySecret answer={answer} />
          <Group justify="flex-end">
            <Button onClick={close}>I have copied it</Button>
          </Group>
        </Stack>
      ) : (
        <AskForGrace
          failure={failure}
          isBusy={isBusy}
          onRotate={(seconds) =>
            void rotate(path, seconds === 0 ? {} : { grace_period_seconds: seconds })
          }
          onCancel={close}
        />
      )}
    </Modal>
  );
}

interface AskForGraceProps {
  readonly failure: unknown;
  readonly isBusy: boolean;
  /** With the time that the old secret still works, in seconds. */
  readonly onRotate: (seconds: number) => void;
  readonly onCancel: () => void;
}

function AskForGrace({ failure, isBusy, onRotate, onCancel }: AskForGraceProps) {
  const [seconds, setSeconds] = useState('86400');
  return (
    <Stack>
      <Text size="sm">
        The key gets a new secret. Its name, limits, budget and usage stay as they are.
      </Text>
      <Select
        label="How long the old secret still works"
        description="Long enough to put the new one everywhere. Choose to end it at once where somebody else has it."
        data={GRACE}
        value={seconds}
        onChange={(value) => setSeconds(value ?? '0')}
        allowDeselect={false}
      />
      {failure !== undefined && <ProblemAlert error={failure} title="Not rotated" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <ActionButton isBusy={isBusy} onClick={() => onRotate(Number(seconds))}>
          Rotate
        </ActionButton>
      </Group>
    </Stack>
  );
}
