import type { Caller } from '../access/caller.ts';
import type { Execution } from '../store/rows.ts';
import type { ExecutionParts } from './execution-parts.ts';
import { changeOf, type Sent } from './record-of.ts';

/** Who has what ended, by which request. */
interface Cancel {
  readonly sent: Sent;
  readonly caller: Caller;
  readonly execution: Execution;
}

/** Ends an execution and those that its steps started, and answers it as it is then: cancelled, unless it ended before; with the id of what the audit log is to have, where this ended anything. */
export async function cancelExecution(
  { sent, caller, execution }: Cancel,
  parts: Pick<ExecutionParts, 'executions' | 'watch' | 'metrics' | 'clock'>,
): Promise<{ readonly now: Execution | undefined; readonly deedId: string | undefined }> {
  const { executions, watch, metrics, clock } = parts;
  const deed = changeOf(sent, { caller, execution, action: 'cancel', nowMs: clock.now() });
  const ended = await executions.cancel(execution.id, deed);
  watch.cancelled(ended);
  metrics.cancelledSome(ended.length);
  const now = await executions.find(execution.id);
  return { now, deedId: ended.length > 0 ? deed?.id : undefined };
}
