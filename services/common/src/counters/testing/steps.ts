import { expect } from 'vitest';
import type { Demand, PeriodWindow, Window } from '@aicp/contracts/limits/demands';
import type { Hold, Taken, Used } from '../counters.ts';
import type { ManualClock } from './model.ts';

/** One step: time passes (ms), then something is taken, settled or given back. */
export interface Step {
  readonly after?: number;
  readonly take?: readonly Demand[];
  /** What is taken in the same step where that does not fit, and whether it is this. */
  readonly otherwise?: readonly Demand[];
  readonly isOther?: boolean;
  /** A name for what is taken. */
  readonly as?: string;
  /** Which demands refuse it, and when to ask again (ms); absent where it is taken. */
  readonly refused?: { readonly by: readonly number[]; readonly retryAfterMs: number };
  readonly remaining?: readonly number[];
  readonly held?: readonly number[];
  readonly resetMs?: readonly number[];
  readonly settle?: string;
  readonly used?: readonly Used[];
  readonly giveBack?: string;
  /** Ends these demands of it, with all that they counted. */
  readonly release?: { readonly of: string; readonly indexes: readonly number[] };
}

export interface Vector {
  readonly name: string;
  readonly steps: readonly Step[];
}

export const MINUTE: Window = { kind: 'minute' };
export const NOON = Date.UTC(2028, 1, 29, 12);
export const HOUR_MS = 3_600_000;
/** Half an hour that has begun, and the hour after it, as where clocks are set. */
export const PERIOD: PeriodWindow = {
  kind: 'period',
  startsMs: NOON - HOUR_MS / 4,
  endsMs: NOON + HOUR_MS / 4,
};

export const one = (window: Window, limit: number, amount: number, isHeld = false): Demand => ({
  counter: `subject:${window.kind}`,
  window,
  limit,
  amount,
  isHeld,
});

/** Follows a vector's steps. */
export async function follow(
  steps: readonly Step[],
  clock: ManualClock,
  take: (demands: readonly Demand[], otherwise?: readonly Demand[]) => Taken | Promise<Taken>,
): Promise<void> {
  const holds = new Map<string, Hold>();
  for (const step of steps) {
    clock.pass(step.after ?? 0);
    close(step, holds);
    if (!step.take) continue;
    const taken = await take(step.take, step.otherwise);
    if (taken.isTaken && step.as) holds.set(step.as, taken.hold);
    expect(outcome(taken, step), JSON.stringify(step)).toEqual({
      refused: step.refused,
      remaining: step.remaining,
      held: step.held,
      isOther: step.isOther,
      resetMs: step.resetMs,
    });
  }
}

function close(step: Step, holds: ReadonlyMap<string, Hold>): void {
  const { settle, used, giveBack, release } = step;
  if (settle !== undefined) holds.get(settle)?.settle(used ?? []);
  if (giveBack !== undefined) holds.get(giveBack)?.giveBack();
  if (release) holds.get(release.of)?.release(release.indexes, false);
}

/** What came of a take, as far as the step says something of it. */
const outcome = (taken: Taken, { remaining, resetMs, held, isOther }: Step) => ({
  refused: taken.isTaken ? undefined : { by: taken.refusedBy, retryAfterMs: taken.retryAfterMs },
  remaining: remaining && taken.standings.map((standing) => standing.remaining),
  held: held && taken.standings.map((standing) => standing.held),
  isOther: isOther === undefined ? undefined : taken.isTaken && taken.isOther,
  resetMs: resetMs && taken.standings.map((standing) => standing.resetMs),
});
