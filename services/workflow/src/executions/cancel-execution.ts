import type { Execution } from '../store/rows.ts';
import type { ExecutionParts } from './execution-parts.ts';

/** Ends an execution and those that its steps started, and answers it as it is then: cancelled, unless it ended before. */
export async function cancelExecution(
  id: string,
  { executions, watch }: Pick<ExecutionParts, 'executions' | 'watch'>,
): Promise<Execution | undefined> {
  watch.cancelled(await executions.cancel(id));
  return await executions.find(id);
}
