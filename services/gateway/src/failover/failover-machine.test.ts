import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { parseTrigger } from '@aicp/contracts/failover/trigger';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AttemptWindow } from './attempt-window.ts';
import { FailoverMachine, PROBE_SHARES, type FailoverState } from './failover-machine.ts';

/** How an attempt at the source fares: milliseconds of an answer, or a failure. */
type Source = (at: number, count: number) => number | 'fails';

const SECOND_MS = 1_000;

/** A machine that requests come to, so many a second at even times, and that looks once a second. */
function world(condition: string, cooldownMinutes: number, perSecond = 20) {
  const clock = new ManualClock(0);
  const window = new AttemptWindow(clock);
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const machine = new FailoverMachine({
    trigger: parseTrigger(condition),
    cooldownMs: cooldownMinutes * 60_000,
    ...{ window, clock, random, inFlight: () => 0 },
  });
  const entered: FailoverState[] = [];
  /** Of each second, how many requests went to the source first. */
  const asked: number[] = [];
  let count = 0;
  const second = (source: Source): void => {
    let toSource = 0;
    for (let index = 0; index < perSecond; index += 1) {
      clock.jump(SECOND_MS / perSecond);
      if (machine.course() === 'away') continue;
      toSource += 1;
      count += 1;
      const outcome = source(clock.monotonic(), count);
      // As if it had begun so long ago.
      if (outcome === 'fails') window.failed(clock.monotonic());
      else window.answered(clock.monotonic(), outcome);
    }
    asked.push(toSource);
    if (machine.evaluate(undefined)) entered.push(machine.state);
  };
  const run = (seconds: number, source: Source): FailoverState[] => {
    for (let index = 0; index < seconds; index += 1) second(source);
    return entered.splice(0);
  };
  return { asked, clock, machine, perSecond, run, window };
}

const good: Source = () => 100;
const failing: Source = () => 'fails';
const slow: Source = () => 900;

describe('a rule', () => {
  it.each([
    ['error_rate > 0.05', failing],
    ['error_rate > 0.05 OR p95_ms > 400', slow],
    ['availability < 0.9', failing],
    ['p50_ms > 400 AND p99_ms >= 800', slow],
  ])('that says %s leaves its source within five seconds', (condition, bad) => {
    const { run } = world(condition, 5);
    expect(run(60, good)).toEqual([]);
    // Of the last minute, so that half of it has to be bad for a median.
    expect(run(condition.includes('p50') ? 62 : 10, bad)).toEqual(['failed_over']);
  });

  it('needs twenty attempts', () => {
    const { run } = world('error_rate > 0.05', 5, 1);
    expect(run(19, failing)).toEqual([]);
    expect(run(1, failing)).toEqual(['failed_over']);
  });

  it('waits for its cooldown, and goes back step by step', () => {
    const { asked, machine, perSecond, run } = world('error_rate > 0.5', 2, 100);
    run(1, failing);
    expect(machine).toMatchObject({ state: 'failed_over', share: 1 });
    asked.length = 0;
    expect(run(119, good)).toEqual([]);
    expect(asked.every((count) => count === 0)).toBe(true);
    expect(run(60, good)).toEqual(['probing', 'watching']);
    const shares = asked.slice(119).map((count) => count / perSecond);
    expect(shares[1]).toBeLessThan(0.2);
    expect(shares.findIndex((share) => share > 0.5)).toBeGreaterThan(7);
    expect(shares.at(-1)).toBe(1);
  });

  it('goes back also where a request comes once in a while', () => {
    const { machine, run } = world('error_rate > 0.5', 0, 1);
    run(20, failing);
    expect(machine.state).toBe('failed_over');
    expect(run(400, good)).toEqual(['probing', 'watching']);
  });

  it('leaves again where its probes fail, after three of them, and asks less and less often', () => {
    const { asked, machine, run } = world('error_rate > 0.05', 0, 100);
    run(1, failing);
    asked.length = 0;
    run(600, failing);
    expect(machine.state).not.toBe('watching');
    const probed = asked.reduce((sum, count) => sum + count, 0);
    expect(probed / (600 * 100)).toBeLessThan(0.01);
    expect(machine.isFlapping).toBe(false);
  });

  it('does not take what hung since before it left for probes', () => {
    const { clock, machine, run, window } = world('error_rate > 0.5', 0);
    run(1, failing);
    const before = clock.monotonic();
    clock.jump(SECOND_MS);
    machine.evaluate(undefined);
    expect(machine.state).toBe('probing');
    for (let index = 0; index < 50; index += 1) window.failed(before);
    machine.evaluate(undefined);
    expect(machine.state).toBe('probing');
  });

  it('that goes back and forth three times in an hour says so, and stays away twice as long each time', () => {
    const { machine, run } = world('error_rate > 0.5', 1, 100);
    const stays: number[] = [];
    const stateOf = (): FailoverState => machine.state;
    for (let index = 0; index < 6; index += 1) {
      while (stateOf() !== 'failed_over') run(1, failing);
      stays.push(Math.round((machine.until! - machine.since) / 60_000));
      expect(machine.isFlapping).toBe(index >= 2);
      while (stateOf() !== 'watching') run(1, good);
    }
    expect(stays).toEqual([1, 1, 2, 4, 8, 16]);
    run(4_000, good);
    expect(machine.isFlapping).toBe(false);
  });

  it('leaves by what it and others see together', () => {
    const { machine, window } = world('error_rate > 0.5', 5);
    for (let index = 0; index < 10; index += 1) window.failed(0);
    expect(machine.evaluate(undefined)).toBe(false);
    expect(machine.evaluate({ attempts: 10, failures: 10, answers: [], firsts: [] })).toBe(true);
    expect(machine.leftFor?.evidence).toMatchObject({ attempts: 10, failures: 10 });
  });
});

describe('whatever a source is like', () => {
  const quality = fc.constantFrom<Source>(good, failing, slow);
  const stretches = fc.array(fc.tuple(fc.integer({ min: 1, max: 120 }), quality), {
    minLength: 1,
    maxLength: 8,
  });

  it('it never gets all requests back at once', () => {
    fc.assert(
      fc.property(stretches, fc.nat(3), (all, cooldown) => {
        const { asked, machine, perSecond, run } = world('error_rate > 0.2', cooldown, 50);
        let back = 0;
        for (const [seconds, source] of all) {
          for (let index = 0; index < seconds; index += 1) {
            const was = machine.state;
            run(1, source);
            const share = (asked.at(-1) ?? 0) / perSecond;
            if (was === 'failed_over') expect(share).toBe(0);
            // The share of a second is at most that of the step, but for chance, and each step lasts two seconds.
            back = was === 'probing' ? back + 1 : 0;
            const step = Math.min(PROBE_SHARES.length - 1, Math.floor((back - 1) / 2));
            if (was === 'probing') expect(share).toBeLessThan((PROBE_SHARES[step] ?? 1) + 0.3);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('a rule does not flap while it stays as it is', () => {
    const constant = fc.record({
      bad: fc.constantFrom<Source>(failing, slow, (_, count) => (count % 2 === 0 ? 'fails' : 100)),
      cooldown: fc.nat(2),
      perSecond: fc.constantFrom(1, 5, 50),
    });
    fc.assert(
      fc.property(constant, ({ bad, cooldown, perSecond }) => {
        const { machine, run } = world('error_rate > 0.1 OR p95_ms > 400', cooldown, perSecond);
        expect(run(30, good)).toEqual([]);
        const entered = run(900, bad);
        expect(entered[0]).toBe('failed_over');
        expect(entered).not.toContain('watching');
        expect(machine.isFlapping).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it('a rule whose figures stay below what it says leaves never', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 1_000 }), (each) => {
        const { run } = world('error_rate > 0.1', 0);
        expect(run(120, (_, count) => (count % each === 0 ? 'fails' : 100))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
