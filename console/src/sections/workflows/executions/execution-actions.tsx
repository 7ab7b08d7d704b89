import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { EXECUTIONS, isUnderWay, type ExecutionDetail } from '../execution/execution.ts';

const CANCEL = {
  ...{ path: 'cancel', label: 'Cancel', done: 'The execution is cancelled.' },
  question: {
    title: 'Cancel this execution?',
    text: 'No further step begins, and what is asked of a model or a tool now is given up. What was spent is not given back.',
    action: 'Cancel the execution',
    isDangerous: true,
  },
} as const;

const RETRY = {
  ...{ path: 'retry', label: 'Retry', done: 'The execution goes on.' },
  question: {
    title: 'Retry this execution?',
    text: 'It goes on where it failed. What its other steps put out stays, and they cost nothing again.',
    action: 'Retry the execution',
  },
} as const;

/** Cancels what is under way, and tries again what failed. */
export function ExecutionActions({ execution }: { readonly execution: ExecutionDetail }) {
  const canWrite = useCan('executions:write');
  const api = useApi();
  const act = useAction(EXECUTIONS);
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const verb = verbOf(execution);
  if (!canWrite || !verb) return null;
  const run = async (): Promise<void> => {
    if (!(await confirm(verb.question))) return;
    setBusy(true);
    await act(
      () => api.request(`${objectPath(EXECUTIONS, execution.id)}/${verb.path}`, { method: 'POST' }),
      verb.done,
    );
    setBusy(false);
  };
  return (
    <ActionButton size="xs" variant="default" isBusy={isBusy} onClick={() => void run()}>
      {verb.label}
    </ActionButton>
  );
}

function verbOf(execution: ExecutionDetail): typeof CANCEL | typeof RETRY | undefined {
  if (isUnderWay(execution)) return CANCEL;
  return execution.status === 'failed' ? RETRY : undefined;
}
