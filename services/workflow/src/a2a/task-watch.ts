import type { ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import { versionsOf, type Follower, type VersionParts } from '../executions/versions.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Execution } from '../store/rows.ts';
import { artifactUpdate, stateOf, statusUpdate, taskOf, type Standing } from './task-view.ts';

export interface WatchParts extends VersionParts {
  readonly executions: Pick<ExecutionStore, 'find' | 'steps'>;
}

type Listener = Omit<Follower, 'mostMs'>;

/** A message is answered by then, whatever its task does. */
const LONGEST_WAIT_MS = 600_000;
/** Afterwards the client comes again, and is asked anew who it is. */
const LONGEST_STREAM_MS = 1_200_000;

/** How an execution stands. */
export async function standingOf(
  execution: Execution,
  { executions }: Pick<WatchParts, 'executions'>,
): Promise<Standing> {
  if (execution.status !== 'waiting') return { execution, approval: undefined };
  const steps = await executions.steps(execution.id);
  const approval = steps.find(({ type, status }) => type === 'approval' && status === 'waiting');
  return { execution, approval };
}

/** How an execution stands when it has ended, or waits for a person; or as it is when the time is over, or nobody waits any more. */
export async function settled(
  first: Execution,
  parts: WatchParts,
  listener: Listener,
): Promise<Standing> {
  let standing = await standingOf(first, parts);
  for await (const next of changes(first, parts, { ...listener, mostMs: LONGEST_WAIT_MS })) {
    standing = next;
    if (stateOf(next) === 'input-required') break;
  }
  return standing;
}

/** What is told of a task until it ends, the client goes or the time is over: it as a whole first, then how it goes on, and what came of it. */
export async function* taskEvents(
  first: Execution,
  parts: WatchParts,
  { version, ...listener }: Listener & { readonly version: ProtocolVersion },
): AsyncGenerator<object> {
  let before: string | undefined;
  for await (const standing of changes(first, parts, { ...listener, mostMs: LONGEST_STREAM_MS })) {
    const state = stateOf(standing);
    if (before === undefined) {
      const task = taskOf(standing, version);
      yield version === '0.3' ? task : { task };
    } else if (state !== before) {
      // What ends soon is not looked at while it runs, and was at work all the same.
      const working = before === 'submitted' ? beganToWork(standing) : undefined;
      if (working) yield statusUpdate(working, version);
      if (state === 'completed') yield artifactUpdate(standing, version);
      yield statusUpdate(standing, version);
    }
    before = state;
  }
}

/** How an execution stood when it began; undefined where it never did, or stands so still. */
function beganToWork({ execution, approval }: Standing): Standing | undefined {
  if (execution.started_at === null || stateOf({ execution, approval }) === 'working') {
    return undefined;
  }
  const then = { ...execution, status: 'running' as const, ended_at: null };
  return { execution: then, approval: undefined };
}

/** How an execution stands, at once and after each change, until it has ended. */
async function* changes(
  first: Execution,
  parts: WatchParts,
  follower: Follower,
): AsyncGenerator<Standing> {
  for await (const execution of versionsOf(first, parts, follower)) {
    if (execution) yield await standingOf(execution, parts);
  }
}
