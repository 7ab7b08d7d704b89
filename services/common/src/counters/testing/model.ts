import fc from 'fast-check';
import { expect } from 'vitest';
import type { Demand, Window } from '@aicp/contracts/limits/demands';
import type { Hold, Taken } from '../counters.ts';
import { partOf, spanOf } from '../window.ts';

/** A leap day. */
export const NOON = Date.UTC(2028, 1, 29, 12);
const DAY_MS = 86_400_000;
/** The days around 29 February 2028; the last one has 23 hours, as where clocks are put forward. */
const STARTS = [-DAY_MS, 0, DAY_MS, 2 * DAY_MS - 3_600_000].map((ms) => NOON - DAY_MS / 2 + ms);
export const WINDOWS: readonly Window[] = [
  { kind: 'minute' },
  { kind: 'day', starts: STARTS },
  { kind: 'period', startsMs: NOON - DAY_MS, endsMs: NOON + 3 * DAY_MS },
  { kind: 'sliding', ms: 10_000 },
  { kind: 'sliding', ms: 7 },
  { kind: 'now' },
];

export function manualClock() {
  let wall = NOON;
  let steady = 5_000;
  return {
    now: () => wall,
    monotonic: () => steady,
    pass: (ms: number) => {
      wall += ms;
      steady += ms;
    },
    step: (ms: number) => {
      wall += ms;
    },
  };
}

export type ManualClock = ReturnType<typeof manualClock>;

/** One amount that was taken, with all that anybody could want to know of it. */
interface Entry {
  readonly demand: Demand;
  readonly wall: number;
  readonly steady: number;
  counted: number;
}

/** Counts by looking at all that was ever taken. */
class Model {
  readonly entries: Entry[] = [];

  count({ counter, window }: Demand, wall: number, steady: number, leniency = 0): number {
    return this.entries
      .filter(({ demand }) => demand.counter === counter && isSame(demand.window, window))
      .filter((entry) => {
        if (window.kind === 'now') return true;
        if (window.kind === 'sliding') return steady - entry.steady < window.ms + leniency;
        return spanOf(window, entry.wall).startsMs === spanOf(window, wall).startsMs;
      })
      .reduce((sum, { counted }) => sum + counted, 0);
  }
}

const isSame = (one: Window, other: Window): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'sliding' || other.kind !== 'sliding' || one.ms === other.ms);

const demandOf = fc.record({
  counter: fc.constantFrom('team/ml:tokens', 'key/k:requests'),
  window: fc.constantFrom(...WINDOWS),
  limit: fc.integer({ min: 0, max: 12 }),
  amount: fc.integer({ min: 0, max: 5 }),
  isHeld: fc.boolean(),
});
export const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ demands: fc.array(demandOf, { minLength: 1, maxLength: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      settles: fc.nat(),
      used: fc.array(fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }), {
        maxLength: 4,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ givesBack: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      releases: fc.nat(),
      indexes: fc.array(fc.nat(4), { maxLength: 3 }),
      stays: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      passes: fc.oneof(fc.nat(9), fc.nat(11_000), fc.nat(70_000), fc.nat(2 * DAY_MS)),
    }),
  },
  // The clock stays within half a minute of the true time: a window that was over is still known then.
  { weight: 2, arbitrary: fc.record({ stepsTo: fc.integer({ min: -15_000, max: 15_000 }) }) },
);
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** The counters under test and the model, side by side. */
export class Pair {
  private readonly clock: ManualClock;
  private readonly take: (demands: readonly Demand[]) => Taken | Promise<Taken>;
  private readonly model = new Model();
  private readonly holds: { hold: Hold; entries: (Entry | undefined)[] }[] = [];
  private offset = 0;

  constructor(clock: ManualClock, take: (demands: readonly Demand[]) => Taken | Promise<Taken>) {
    this.clock = clock;
    this.take = take;
  }

  async run(one: Action): Promise<void> {
    if ('demands' in one) await this.compare(one.demands);
    else if ('settles' in one) this.settle(one.settles, one.used);
    else if ('givesBack' in one) this.giveBack(one.givesBack);
    else if ('releases' in one) this.release(one.releases, one.indexes, one.stays);
    else if ('passes' in one) this.clock.pass(one.passes);
    else {
      this.clock.step(one.stepsTo - this.offset);
      this.offset = one.stepsTo;
    }
  }

  private async compare(demands: readonly Demand[]): Promise<void> {
    const answer = await this.take(demands);
    const [wall, steady] = [this.clock.now(), this.clock.monotonic()];
    const before = this.model.entries.length;
    const fits = demands.map((demand) => this.fits(demand, demands, wall, steady));
    const counted = demands.map((demand) => ({ demand, wall, steady, counted: demand.amount }));
    if (answer.isTaken) {
      this.model.entries.push(...counted);
      this.holds.push({ hold: answer.hold, entries: counted });
    }
    for (const [index, demand] of demands.entries()) {
      if (demand.window.kind === 'sliding') continue;
      const count = this.model.count(demand, wall, steady);
      expect(answer.standings[index]?.remaining).toBe(Math.max(0, demand.limit - count));
    }
    this.model.entries.length = answer.isTaken ? before + counted.length : before;
    if (answer.isTaken) expect(fits.map(({ atMost }) => atMost)).not.toContain(false);
    else expect(fits.some(({ atLeast }) => !atLeast)).toBe(true);
  }

  /** Whether it fits by what is surely counted, and by what may be counted, alone and beside the demands of the same counter. */
  private fits(demand: Demand, demands: readonly Demand[], wall: number, steady: number) {
    const { window, limit, amount, counter } = demand;
    const leniency = window.kind === 'sliding' ? partOf(window.ms) + 1 : 0;
    const others = demands
      .slice(0, demands.indexOf(demand))
      .filter((other) => other.counter === counter && isSame(other.window, window))
      .reduce((sum, other) => sum + other.amount, 0);
    const sure = this.model.count(demand, wall, steady);
    const possible = this.model.count(demand, wall, steady, leniency);
    return {
      atMost: sure + others + amount <= limit,
      atLeast: possible + others + amount <= limit,
    };
  }

  private settle(which: number, used: readonly (number | undefined)[]): void {
    const one = this.holds[which % (this.holds.length + 1)];
    if (!one) return;
    const named = used.flatMap((amount, index) =>
      amount === undefined ? [] : [{ index, amount }],
    );
    one.hold.settle(named);
    for (const [index, entry] of one.entries.splice(0).entries()) {
      if (!entry) continue;
      const isNow = entry.demand.window.kind === 'now';
      const rest = entry.demand.isHeld || isNow ? 0 : entry.counted;
      entry.counted = isNow ? 0 : (used[index] ?? rest);
    }
  }

  private giveBack(which: number): void {
    const one = this.holds[which % (this.holds.length + 1)];
    if (!one) return;
    one.hold.giveBack();
    for (const entry of one.entries.splice(0)) if (entry) entry.counted = 0;
  }

  private release(which: number, indexes: readonly number[], stays: boolean): void {
    const one = this.holds[which % (this.holds.length + 1)];
    if (!one) return;
    one.hold.release(indexes, stays);
    for (const index of indexes) {
      const entry = one.entries[index];
      if (!entry) continue;
      one.entries[index] = undefined;
      const isHeld = entry.demand.isHeld || entry.demand.window.kind === 'now';
      if (isHeld || !stays) entry.counted = 0;
    }
  }
}
