import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Demand, Hold, Taken, Window } from './counters.ts';
import { MemoryCounters } from './memory-counters.ts';
import { partOf, spanOf } from './window.ts';

const NOON = Date.UTC(2028, 1, 29, 12);
const DAY_MS = 86_400_000;
/** The days around 29 February 2028; the last one has 23 hours, as where clocks are put forward. */
const STARTS = [-DAY_MS, 0, DAY_MS, 2 * DAY_MS - 3_600_000].map((ms) => NOON - DAY_MS / 2 + ms);
const WINDOWS: readonly Window[] = [
  { kind: 'minute' },
  { kind: 'day', starts: STARTS },
  { kind: 'sliding', ms: 10_000 },
  { kind: 'sliding', ms: 7 },
  { kind: 'now' },
];

function manualClock() {
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

function takeNow(counters: MemoryCounters, demands: readonly Demand[]): Taken {
  const answers: Taken[] = [];
  counters.take(demands, (taken) => answers.push(taken));
  const [answer] = answers;
  if (!answer || answers.length > 1) throw new Error('called back other than once');
  return answer;
}

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
const action = fc.oneof(
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
    weight: 4,
    arbitrary: fc.record({
      passes: fc.oneof(fc.nat(9), fc.nat(11_000), fc.nat(70_000), fc.nat(2 * DAY_MS)),
    }),
  },
  // The clock stays within half a minute of the true time: a window that was over is still known then.
  { weight: 2, arbitrary: fc.record({ stepsTo: fc.integer({ min: -15_000, max: 15_000 }) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** The counters under test and the model, side by side. */
class Pair {
  private readonly clock = manualClock();
  private readonly counters = new MemoryCounters(this.clock);
  private readonly model = new Model();
  private readonly holds: { hold: Hold; entries: Entry[] }[] = [];
  private offset = 0;

  run(one: Action): void {
    if ('demands' in one) this.take(one.demands);
    else if ('settles' in one) this.settle(one.settles, one.used);
    else if ('givesBack' in one) this.giveBack(one.givesBack);
    else if ('passes' in one) this.clock.pass(one.passes);
    else {
      this.clock.step(one.stepsTo - this.offset);
      this.offset = one.stepsTo;
    }
  }

  private take(demands: readonly Demand[]): void {
    const answer = takeNow(this.counters, demands);
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
      const isNow = entry.demand.window.kind === 'now';
      const rest = entry.demand.isHeld || isNow ? 0 : entry.counted;
      entry.counted = isNow ? 0 : (used[index] ?? rest);
    }
  }

  private giveBack(which: number): void {
    const one = this.holds[which % (this.holds.length + 1)];
    if (!one) return;
    one.hold.giveBack();
    for (const entry of one.entries.splice(0)) entry.counted = 0;
  }
}

describe('counters in memory', () => {
  it('count as a list of all that was ever taken does, whatever the order of events and the steps of the clock', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const pair = new Pair();
        for (const one of actions) pair.run(one);
      }),
      { numRuns: 300 },
    );
  });

  it('let no more than the limit into any time of a sliding window, and no less than the limit into the next one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.array(fc.nat(300), { maxLength: 200 }),
        (ms, pauses) => {
          const clock = manualClock();
          const counters = new MemoryCounters(clock);
          const demand = {
            counter: 'c',
            window: { kind: 'sliding', ms },
            limit: 5,
            amount: 1,
            isHeld: false,
          } as const;
          const taken: number[] = [];
          for (const pause of pauses) {
            clock.pass(pause);
            const at = clock.monotonic();
            const answer = takeNow(counters, [demand]);
            if (answer.isTaken) taken.push(at);
            else {
              const recent = taken.filter((one) => at - one <= ms + partOf(ms));
              expect(recent.length).toBe(5);
              expect(answer.retryAfterMs).toBeGreaterThan(0);
              expect(answer.retryAfterMs).toBeLessThanOrEqual(ms + partOf(ms));
            }
          }
          for (const start of taken) {
            expect(taken.filter((at) => at >= start && at < start + ms).length).toBeLessThanOrEqual(
              5,
            );
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('forget windows that are over, and what nobody holds', () => {
    const clock = manualClock();
    const counters = new MemoryCounters(clock);
    let most = 0;
    for (let request = 0; request < 20_000; request += 1) {
      clock.pass(100);
      const demands = WINDOWS.map((window): Demand => {
        const days = window.kind === 'day' ? 'k' : `k${String(request)}`;
        return { counter: days, window, limit: 9e9, amount: 1, isHeld: true };
      });
      const answer = takeNow(counters, demands);
      if (answer.isTaken) answer.hold.settle([]);
      if (request % 100 === 0) most = Math.max(most, counters.size);
    }
    // Two minutes and what is in the making, of ten requests a second; two rounds of the longest sliding window.
    expect(most).toBeLessThan(2_600);
  });
});
