import type { Execution } from '../store/rows.ts';
import type { ExecutionParts } from './execution-parts.ts';

/** Ends an execution and those that its steps started, and answers it as it is then: cancelled, unless it ended before. */
export async function cancelExecution(
  id: string,
  { executions, watch, metrics }: Pick<ExecutionParts, 'executions' | 'watch' | 'metrics'>,
): Promise<Execution | undefined> {
  const ended = await executions.cancel(id);
  watch.cancelled(ended);
  metrics.cancelledSome(ended.length);
  return await executions.find(id);
}
