import { Button, Group, Modal, Text } from '@mantine/core';
import { visibleText } from '../text/visible-text.ts';
import type { Question } from './question.ts';

export interface ConfirmDialogProps {
  /** What is asked; undefined: nothing, and no dialog is open. */
  readonly question: Question | undefined;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** The dialog of a question. */
export function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => onAnswer(false)}
      title={question && visibleText(question.title)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {question?.text}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          Cancel
        </Button>
        <Button
          {...(question?.isDangerous === true ? { color: 'red' } : {})}
          onClick={() => onAnswer(true)}
        >
          {question?.action}
        </Button>
      </Group>
    </Modal>
  );
}
