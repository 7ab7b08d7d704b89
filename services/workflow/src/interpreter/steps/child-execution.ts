import { createHash } from 'node:crypto';
import type { Persistence } from '../../running/persistence.ts';
import type { Watch } from '../../running/watch.ts';
import { ClaimLost } from '../../store/claim.ts';
import type { ExecutionStore } from '../../store/execution-store.ts';
import type { Execution } from '../../store/rows.ts';
import { StoppedShort, type ActionCall, type Used } from '../action.ts';

/** What steps need that start executions. */
export interface ChildParts {
  readonly executions: Pick<ExecutionStore, 'find' | 'cancel'>;
  readonly watch: Pick<Watch, 'cancelled'>;
  readonly persistence: Pick<Persistence, 'persist' | 'stopped'>;
}

/** An id for one try of a step. The same for the same try, so that a crash makes no second one of what it starts. */
export function tryId({ execution, path, row }: Pick<ActionCall, 'execution' | 'path' | 'row'>) {
  const { id, run } = execution;
  const hex = createHash('sha256')
    .update(JSON.stringify([id, run, path, row.failures]))
    .digest('hex');
  const time = id.slice(0, 13);
  return `${time}-8${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

/** What an execution has used, which the step that started it has used as well. */
export const usedBy = ({ tokens, cost_nano }: Pick<Execution, 'tokens' | 'cost_nano'>): Used => ({
  tokens: Number(tokens),
  costNano: BigInt(cost_nano),
});

/** Ends the execution that a step has started, where the step ends before it does. Answers what the step rejects with, which has what was used until then. */
export async function stopChild(
  { executions, watch, persistence }: ChildParts,
  id: string,
  { signal, cause }: { readonly signal: AbortSignal; readonly cause: unknown },
): Promise<unknown> {
  // The execution goes on, here or elsewhere, and its child with it.
  if (persistence.stopped.aborted || signal.reason instanceof ClaimLost) return cause;
  watch.cancelled(await persistence.persist(() => executions.cancel(id)));
  const child = await persistence.persist(() => executions.find(id));
  return child ? new StoppedShort(usedBy(child), cause) : cause;
}
