import type { RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import { mayStart, sees, type Caller } from '../access/caller.ts';
import type { Callers } from '../access/callers.ts';
import type { Launcher } from '../runtime/launcher.ts';
import type { WorkflowMetrics } from '../metrics/workflow-metrics.ts';
import type { Watch } from '../running/watch.ts';
import type { WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';
import type { DecisionStore } from '../store/decision-store.ts';
import type { ExecutionLists } from '../store/execution-lists.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Execution } from '../store/rows.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Starts } from './starts.ts';

/** What the routes of executions stand on. */
export interface ExecutionParts {
  readonly callers: Callers;
  readonly snapshot: Pick<WorkflowSnapshot, 'current'>;
  readonly executions: ExecutionStore;
  readonly lists: Pick<ExecutionLists, 'page' | 'count'>;
  readonly decisions: Pick<DecisionStore, 'decide'>;
  readonly starts: Pick<Starts, 'start'>;
  readonly launcher: Pick<Launcher, 'begin'>;
  readonly watch: Pick<Watch, 'cancelled' | 'decided'>;
  readonly streams: OpenStreams;
  readonly metrics: Pick<WorkflowMetrics, 'cancelledSome' | 'refusedOne'>;
  readonly clock: Clock;
}

export const PATH = '/api/v1/executions';

/** What all routes have in common: whether a key is needed is asked by `beforeBody`. */
export const openRoute = ({ callers }: Pick<ExecutionParts, 'callers'>) =>
  ({ tag: 'Executions', permission: 'public', beforeBody: callers.admit }) as const;

export const ERRORS = [401, 403, 429, 503] as const;

/** The one that a path names. Rejects with a Problem (404) where there is none that the caller sees. */
export async function executionOf(
  { request, params }: Pick<RouteContext<Record<string, string>>, 'request' | 'params'>,
  { callers, executions }: Pick<ExecutionParts, 'callers' | 'executions'>,
): Promise<{ readonly caller: Caller; readonly execution: Execution }> {
  const caller = callers.of(request);
  const { id = '' } = params;
  const execution = await executions.find(id);
  if (!execution || !sees(caller, execution)) throw absent(id);
  return { caller, execution };
}

export const absent = (id: string): Problem =>
  new Problem(404, `There is no execution ${id}. GET ${PATH} lists those that you see.`);

/** Throws a Problem (403) for who only reads. */
export function requireMayChange(caller: Caller): void {
  if (!mayStart(caller)) throw new Problem(403, `The role ${caller.role} changes no executions.`);
}
