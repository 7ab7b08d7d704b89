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

const MINUTE: Window = { kind: 'minute' };
const NOW: Window = { kind: 'now' };
const NOON = Date.UTC(2028, 1, 29, 12);
const HOUR_MS = 3_600_000;
/** Days of 24, 23 and 25 hours, as where clocks are put forward and back; the first edge is at 12:30 of the vectors' day. */
const DAY: Window = {
  kind: 'day',
  starts: [-23.5, 0.5, 23.5, 48.5].map((hours) => NOON + hours * HOUR_MS),
};
/** Half an hour that has begun, and the hour after it, as where clocks are set. */
const PERIOD: PeriodWindow = {
  kind: 'period',
  startsMs: NOON - HOUR_MS / 4,
  endsMs: NOON + HOUR_MS / 4,
};
const NEXT: Window = { kind: 'period', startsMs: PERIOD.endsMs, endsMs: PERIOD.endsMs + HOUR_MS };
const BURST: Window = { kind: 'sliding', ms: 1_600 };

/** Half of a character, which JSON can say and UTF-8 cannot. */
const LONE = String.fromCharCode(0xd8_00);

const one = (window: Window, limit: number, amount: number, isHeld = false): Demand => ({
  counter: `subject:${window.kind}`,
  window,
  limit,
  amount,
  isHeld,
});

/** What every implementation does, from noon on of 29 February 2028 on. */
export const VECTORS: readonly Vector[] = [
  {
    name: 'a minute takes its limit and no more, until the next one begins',
    steps: [
      { after: 20_000, take: [one(MINUTE, 5, 3)], remaining: [2], resetMs: [40_000] },
      { take: [one(MINUTE, 5, 3)], refused: { by: [0], retryAfterMs: 40_000 }, remaining: [2] },
      { take: [one(MINUTE, 5, 2)], remaining: [0] },
      { after: 39_999, take: [one(MINUTE, 5, 1)], refused: { by: [0], retryAfterMs: 1 } },
      { after: 1, take: [one(MINUTE, 5, 5)], remaining: [0], resetMs: [60_000] },
    ],
  },
  {
    name: 'a new limit finds the old count',
    steps: [
      { take: [one(MINUTE, 5, 5)], remaining: [0] },
      { take: [one(MINUTE, 8, 3)], remaining: [0] },
      { take: [one(MINUTE, 4, 0)], refused: { by: [0], retryAfterMs: 60_000 }, remaining: [0] },
    ],
  },
  {
    name: 'all is taken or none, and demands of one counter are added up',
    steps: [
      {
        take: [one(MINUTE, 5, 3), one(NOW, 1, 2), one(MINUTE, 5, 3)],
        refused: { by: [1, 2], retryAfterMs: 60_000 },
        remaining: [5, 1, 5],
      },
      { take: [one(MINUTE, 9, 3), one(NOW, 2, 2), one(MINUTE, 8, 3)], remaining: [3, 0, 2] },
    ],
  },
  {
    name: 'days begin when they are said to begin, whatever their length',
    steps: [
      { take: [one(DAY, 2, 2)], remaining: [0], resetMs: [HOUR_MS / 2] },
      { after: HOUR_MS / 2 - 1, take: [one(DAY, 2, 1)], refused: { by: [0], retryAfterMs: 1 } },
      { after: 1, take: [one(DAY, 2, 2)], remaining: [0], resetMs: [23 * HOUR_MS] },
      {
        after: 23 * HOUR_MS - 1,
        take: [one(DAY, 2, 1)],
        refused: { by: [0], retryAfterMs: 1 },
      },
      { after: 1, take: [one(DAY, 2, 2)], remaining: [0], resetMs: [25 * HOUR_MS] },
    ],
  },
  {
    name: 'periods begin and end when whoever asks says so, and each is settled by itself',
    steps: [
      { take: [one(PERIOD, 9, 6, true)], as: 'a', remaining: [3], resetMs: [HOUR_MS / 4] },
      {
        after: HOUR_MS / 4 - 1,
        take: [one(PERIOD, 9, 4)],
        refused: { by: [0], retryAfterMs: 1 },
        held: [6],
      },
      { after: 1, take: [one(NEXT, 9, 5, true)], as: 'b', remaining: [4], resetMs: [HOUR_MS] },
      { settle: 'a', used: [{ index: 0, amount: 9 }] },
      { settle: 'b', used: [{ index: 0, amount: 7 }] },
      { take: [one(NEXT, 9, 2)], remaining: [0], held: [0], resetMs: [HOUR_MS] },
    ],
  },
  {
    name: 'periods that begin together and end at other times count apart where they are called otherwise',
    steps: [
      { take: [{ ...one(PERIOD, 5, 5), counter: 'usd-1h' }], remaining: [0] },
      {
        take: [{ ...one({ ...PERIOD, endsMs: NOON + HOUR_MS }, 5, 5), counter: 'usd-1d' }],
        remaining: [0],
        resetMs: [HOUR_MS],
      },
    ],
  },
  {
    name: 'what does not fit is taken otherwise, all of it or nothing, in the same step',
    steps: [
      {
        take: [one(PERIOD, 9, 5, true), one(MINUTE, 9, 1)],
        otherwise: [one(PERIOD, 9, 2, true)],
        isOther: false,
        remaining: [4, 8],
      },
      {
        take: [one(PERIOD, 9, 5, true), one(MINUTE, 9, 1)],
        otherwise: [one(PERIOD, 9, 3, true)],
        as: 'b',
        isOther: true,
        remaining: [1],
        held: [8],
      },
      { take: [one(MINUTE, 9, 0)], remaining: [8] },
      {
        take: [one(PERIOD, 9, 5, true), one(MINUTE, 9, 1)],
        otherwise: [one(MINUTE, 9, 1), one(PERIOD, 9, 2, true)],
        refused: { by: [0], retryAfterMs: HOUR_MS / 4 },
        isOther: false,
        remaining: [1, 8],
      },
      { giveBack: 'b' },
      { take: [one(PERIOD, 9, 4)], remaining: [0], held: [5] },
    ],
  },
  {
    name: 'a sliding window lets an amount in when as much has left it, a part later at most',
    steps: [
      { take: [one(BURST, 3, 2)], remaining: [1], resetMs: [1_700] },
      { after: 850, take: [one(BURST, 3, 1)], remaining: [0], resetMs: [850] },
      { take: [one(BURST, 3, 3)], refused: { by: [0], retryAfterMs: 1_650 }, remaining: [0] },
      { after: 849, take: [one(BURST, 3, 1)], refused: { by: [0], retryAfterMs: 1 } },
      { after: 1, take: [one(BURST, 3, 2)], remaining: [0] },
      { after: 10_000, take: [one(BURST, 3, 3)], remaining: [0] },
    ],
  },
  {
    name: 'what is held counts until it is settled, and then what was used counts',
    steps: [
      { take: [one(MINUTE, 100, 80, true)], as: 'a', remaining: [20] },
      { take: [one(MINUTE, 100, 21, true)], refused: { by: [0], retryAfterMs: 60_000 } },
      { settle: 'a', used: [{ index: 0, amount: 30 }] },
      { take: [one(MINUTE, 100, 70, true)], as: 'b', remaining: [0] },
      { settle: 'a', used: [{ index: 0, amount: 1 }] },
      { settle: 'b', used: [{ index: 0, amount: 90 }] },
      { take: [one(MINUTE, 100, 0)], refused: { by: [0], retryAfterMs: 60_000 } },
      { take: [one(MINUTE, 121, 1)], remaining: [0] },
    ],
  },
  {
    name: 'who settles gives back what was held and is not named, and keeps what was counted',
    steps: [
      { take: [one(MINUTE, 9, 1), one(DAY, 9, 5, true), one(NOW, 1, 1, true)], as: 'a' },
      { take: [one(NOW, 1, 1, true)], refused: { by: [0], retryAfterMs: 1_000 } },
      { settle: 'a', used: [] },
      { take: [one(MINUTE, 9, 1), one(DAY, 9, 5), one(NOW, 1, 1, true)], remaining: [7, 4, 0] },
    ],
  },
  {
    name: 'who gives back gives all of it back',
    steps: [
      { take: [one(MINUTE, 9, 4), one(DAY, 9, 5, true), one(BURST, 3, 3)], as: 'a' },
      { giveBack: 'a' },
      { giveBack: 'a' },
      { settle: 'a', used: [{ index: 0, amount: 9 }] },
      { take: [one(MINUTE, 9, 9), one(DAY, 9, 9), one(BURST, 3, 3)], remaining: [0, 0, 0] },
    ],
  },
  {
    name: 'what is released is released once',
    steps: [
      { take: [one(MINUTE, 9, 2), one(DAY, 9, 4), one(NOW, 1, 1)], as: 'a' },
      { take: [one(DAY, 9, 3)], remaining: [2] },
      { release: { of: 'a', indexes: [1, 1, 7] } },
      { release: { of: 'a', indexes: [1] } },
      { take: [one(MINUTE, 9, 0), one(DAY, 9, 0), one(NOW, 2, 1)], remaining: [7, 6, 0] },
    ],
  },
  {
    name: 'where nothing was taken, what was used counts all the same',
    steps: [
      { take: [one(MINUTE, 9, 0), one(DAY, 9, 0, true), one(BURST, 3, 0)], as: 'a' },
      { settle: 'a', used: [0, 1, 2].map((index) => ({ index, amount: 2 })) },
      { take: [one(MINUTE, 9, 1), one(DAY, 9, 1), one(BURST, 3, 1)], remaining: [6, 6, 0] },
    ],
  },
  {
    name: 'a settlement corrects the window in which it was taken',
    steps: [
      { after: 50_000, take: [one(MINUTE, 10, 10, true)], as: 'a' },
      { after: 20_000, take: [one(MINUTE, 10, 4)], remaining: [6], resetMs: [50_000] },
      { settle: 'a', used: [{ index: 0, amount: 10 }] },
      { take: [one(MINUTE, 10, 6)], remaining: [0] },
    ],
  },
  {
    name: 'large amounts are counted to the last one',
    steps: [
      { take: [one(MINUTE, 2 ** 53 - 1, 2 ** 53 - 2, true)], as: 'a', remaining: [1] },
      { take: [one(MINUTE, 2 ** 53 - 1, 2)], refused: { by: [0], retryAfterMs: 60_000 } },
      { settle: 'a', used: [{ index: 0, amount: 2 ** 53 - 3 }] },
      { take: [one(MINUTE, 2 ** 53 - 1, 2)], remaining: [0] },
    ],
  },
  {
    name: 'a name may hold what no UTF-8 can, and any punctuation',
    steps: [
      { take: [{ ...one(MINUTE, 2, 1), counter: `user/${LONE}:{x}\n"\0` }], remaining: [1] },
      { take: [{ ...one(MINUTE, 2, 1), counter: 'user/\ufffd:{x}\n"\0' }], remaining: [0] },
    ],
  },
  {
    name: 'amounts that are no integers are rounded up, and what is no number is 0',
    steps: [
      { take: [one(MINUTE, 2.5, 1.5)], remaining: [1] },
      {
        take: [one(MINUTE, 9, NaN), { ...one(BURST, 3, 3), window: { kind: 'sliding', ms: 0.5 } }],
      },
      { take: [one({ kind: 'day', starts: [] }, 2, 1)], resetMs: [12 * HOUR_MS] },
    ],
  },
];

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
