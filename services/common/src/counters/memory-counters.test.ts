import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { Taken } from './counters.ts';
import { MemoryCounters } from './memory-counters.ts';
import { action, manualClock, Pair, WINDOWS } from './testing/model.ts';
import { follow } from './testing/steps.ts';
import { VECTORS } from './testing/vectors.ts';
import { partOf } from './window.ts';

function takeNow(
  counters: MemoryCounters,
  demands: readonly Demand[],
  otherwise?: readonly Demand[],
): Taken {
  const answers: Taken[] = [];
  counters.take(demands, (taken) => answers.push(taken), otherwise);
  const [answer] = answers;
  if (!answer || answers.length > 1) throw new Error('called back other than once');
  return answer;
}

describe('counters in memory', () => {
  it.each(VECTORS)('$name', async ({ steps }) => {
    const clock = manualClock();
    const counters = new MemoryCounters(clock);
    await follow(steps, clock, (...asked) => takeNow(counters, ...asked));
  });

  it('count as a list of all that was ever taken does, whatever the order of events and the steps of the clock', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const clock = manualClock();
        const counters = new MemoryCounters(clock);
        const pair = new Pair(clock, (demands) => takeNow(counters, demands));
        for (const one of actions) await pair.run(one);
      }),
      { numRuns: 300 },
    );
  });

  it('let each of several replicas have its share of a limit, and one request at least', () => {
    let replicas = 4;
    const counters = new MemoryCounters(manualClock(), () => replicas);
    const passing = (counter: string, limit: number): number => {
      const demand = {
        counter,
        window: { kind: 'minute' },
        limit,
        amount: 1,
        isHeld: false,
      } as const;
      let passed = 0;
      while (takeNow(counters, [demand]).isTaken) passed += 1;
      return passed;
    };
    expect([passing('a', 100), passing('b', 3), passing('c', 7)]).toEqual([25, 1, 1]);
    replicas = 1;
    expect(passing('a', 100)).toBe(75);
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
              // What is older than the window counts on for up to a part of it, so that there may be more.
              const recent = taken.filter((one) => at - one <= ms + partOf(ms));
              expect(recent.length).toBeGreaterThanOrEqual(5);
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
      { numRuns: 100, examples: [[1168, [0, 189, 117, 112, 262, 212, 79, 234, 0]]] },
    );
  });

  it('forget windows that are over, and what nobody holds', () => {
    const clock = manualClock();
    const counters = new MemoryCounters(clock);
    let most = 0;
    for (let request = 0; request < 20_000; request += 1) {
      clock.pass(100);
      const demands = WINDOWS.map((window): Demand => {
        const isLong = window.kind === 'day' || window.kind === 'period';
        return {
          counter: isLong ? 'k' : `k${String(request)}`,
          window,
          limit: 9e9,
          amount: 1,
          isHeld: true,
        };
      });
      const answer = takeNow(counters, demands);
      if (answer.isTaken) answer.hold.settle([]);
      if (request % 100 === 0) most = Math.max(most, counters.size);
    }
    // Two minutes and what is in the making, of ten requests a second; two rounds of the longest sliding window.
    expect(most).toBeLessThan(2_600);
  });
});
