import { pause, type Clock } from '@aicp/common/time/clock';
import type { ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Execution } from '../store/rows.ts';
import {
  artifactUpdate,
  isOver,
  stateOf,
  statusUpdate,
  taskOf,
  type Standing,
} from './task-view.ts';

export interface WatchParts {
  readonly executions: Pick<ExecutionStore, 'find' | 'steps'>;
  readonly clock: Clock;
}

/** How soon it is looked again, ms: often at first, for what ends at once. */
const FIRST_LOOK_MS = 50;
const LOOK_MS = 500;
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
  signal: AbortSignal,
): Promise<Standing> {
  let standing = await standingOf(first, parts);
  for await (const next of changes(first, parts, { signal, mostMs: LONGEST_WAIT_MS })) {
    standing = next;
    if (stateOf(next) === 'input-required') break;
  }
  return standing;
}

/** What is told of a task until it ends, the client goes or the time is over: it as a whole first, then how it goes on, and what came of it. */
export async function* taskEvents(
  first: Execution,
  parts: WatchParts,
  { signal, version }: { readonly signal: AbortSignal; readonly version: ProtocolVersion },
): AsyncGenerator<object> {
  let before: string | undefined;
  for await (const standing of changes(first, parts, { signal, mostMs: LONGEST_STREAM_MS })) {
    const state = stateOf(standing);
    if (before === undefined) {
      const task = taskOf(standing, version);
      yield version === '0.3' ? task : { task };
    } else if (state !== before) {
      if (state === 'completed') yield artifactUpdate(standing, version);
      yield statusUpdate(standing, version);
    }
    before = state;
  }
}

/** How an execution stands, at once and after each change, until it has ended. */
async function* changes(
  first: Execution,
  parts: WatchParts,
  { signal, mostMs }: { readonly signal: AbortSignal; readonly mostMs: number },
): AsyncGenerator<Standing> {
  const { clock, executions } = parts;
  const began = clock.monotonic();
  let execution: Execution | undefined = first;
  let version: string | undefined;
  for (let ms = FIRST_LOOK_MS; execution; ms = Math.min(2 * ms, LOOK_MS)) {
    if (execution.version !== version) {
      ({ version } = execution);
      const standing = await standingOf(execution, parts);
      yield standing;
      if (isOver(stateOf(standing))) return;
    }
    if (clock.monotonic() - began > mostMs || !(await pause(clock, ms, signal))) return;
    execution = await executions.find(first.id);
  }
}
