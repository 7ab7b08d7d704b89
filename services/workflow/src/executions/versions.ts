import { pause, type Clock } from '@aicp/common/time/clock';
import { hasEnded } from '@aicp/contracts/workflows/execution-status';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Execution } from '../store/rows.ts';

/** How soon it is looked again, ms: often at first, for what ends at once. */
const FIRST_LOOK_MS = 50;
const LOOK_MS = 500;
const BEAT_MS = 15_000;

/** What `versionsOf` stands on. */
export interface VersionParts {
  readonly executions: Pick<ExecutionStore, 'find'>;
  readonly clock: Clock;
}

/** For whom an execution is followed. */
export interface Follower {
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;
  /** Followed for so long at most, ms. */
  readonly mostMs: number;
  /** Whether the execution may still be shown: asked at each look. */
  readonly seesStill: (execution: Execution) => boolean;
}

/**
 * An execution as it is, and anew whenever it has changed; undefined where nothing has for 15 s. Ends with the execution, when the follower goes or may see it no more, and when the time
 * is over.
 */
export async function* versionsOf(
  first: Execution,
  { executions, clock }: VersionParts,
  { signal, mostMs, seesStill }: Follower,
): AsyncGenerator<Execution | undefined> {
  const began = clock.monotonic();
  let execution: Execution | undefined = first;
  let version: string | undefined;
  let told = began;
  for (let ms = FIRST_LOOK_MS; execution && seesStill(execution); ms = Math.min(2 * ms, LOOK_MS)) {
    const isChanged = execution.version !== version;
    if (isChanged || clock.monotonic() - told >= BEAT_MS) {
      ({ version } = execution);
      told = clock.monotonic();
      yield isChanged ? execution : undefined;
    }
    if (hasEnded(execution.status) || clock.monotonic() - began > mostMs) return;
    if (!(await pause(clock, ms, signal))) return;
    execution = await executions.find(first.id);
  }
}
