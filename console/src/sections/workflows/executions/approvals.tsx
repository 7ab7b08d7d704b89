import { Alert, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import {
  EXECUTIONS,
  openApprovals,
  placeOf,
  stepTitle,
  questionOf,
  type ExecutionDetail,
  type ExecutionStep,
} from '../execution/execution.ts';

/** The steps that wait for a person, each with the way to answer it. */
export const Approvals = ({ execution }: { readonly execution: ExecutionDetail }) =>
  openApprovals(execution).map((step) => (
    <Approval key={placeOf(step)} id={execution.id} step={step} />
  ));

interface ApprovalProps {
  /** Of the execution. */
  readonly id: string;
  readonly step: ExecutionStep;
}

function Approval({ id, step }: ApprovalProps) {
  const canWrite = useCan('executions:write');
  const { cannot_decide: why } = step;
  const isKept = typeof why === 'string';
  return (
    <Alert
      color="yellow"
      icon={<IconUserQuestion size={18} aria-hidden />}
      title={visibleText(`${stepTitle(step)} waits for a decision`)}
    >
      <Stack gap="xs" align="flex-start">
        {questionOf(step).map((text) => (
          <Text key={text} size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {visibleText(text)}
          </Text>
        ))}
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {whoText(step)}
          {typeof step.waits_until === 'string' && (
            <>
              {' '}
              Undecided, it fails <Moment at={step.waits_until} />.
            </>
          )}
        </Text>
        {isKept && (
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {visibleText(why)}
          </Text>
        )}
        {canWrite && !isKept && <Answer id={id} step={step} />}
      </Stack>
    </Alert>
  );
}

function whoText({ approvers }: ExecutionStep): string {
  return approvers === undefined || approvers === null || approvers.length === 0
    ? 'The administrators of the organization decide.'
    : `Who decides: ${approvers.join(', ')}.`;
}

function Answer({ id, step }: ApprovalProps) {
  const [comment, setComment] = useState('');
  const { busy, send } = useSignal(id, step);
  const place = placeOf(step);
  return (
    <>
      <Textarea
        {...{ label: 'Comment', w: '100%', maw: 480, autosize: true, maxLength: 2000 }}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <Group gap="xs">
        {([true, false] as const).map((approved) => (
          <ActionButton
            key={String(approved)}
            size="xs"
            variant={approved ? 'filled' : 'default'}
            aria-label={visibleText(`${approved ? 'Approve' : 'Decline'} ${place}`)}
            isBusy={busy === approved}
            disabled={busy === !approved}
            onClick={() => void send(approved, comment.trim())}
          >
            {approved ? 'Approve' : 'Decline'}
          </ActionButton>
        ))}
      </Group>
    </>
  );
}

function useSignal(id: string, step: ExecutionStep) {
  const api = useApi();
  const act = useAction(EXECUTIONS);
  const [busy, setBusy] = useState<boolean>();
  const send = async (approved: boolean, comment: string): Promise<void> => {
    setBusy(approved);
    const payload = { approved, ...(comment !== '' && { comment }) };
    const body = { step: placeOf(step), payload };
    await act(
      () => api.request(`${objectPath(EXECUTIONS, id)}/signal`, { method: 'POST', body }),
      approved ? 'The step is approved.' : 'The step is declined.',
    );
    setBusy(undefined);
  };
  return { busy, send };
}
