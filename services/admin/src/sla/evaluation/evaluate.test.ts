import { LatencySum } from '@aicp/ledger/query/latency-sum';
import { StoredTimes } from '@aicp/ledger/latency/time-sums';
import { withTimes } from '@aicp/ledger/latency/stored-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Objective, Target } from '../objectives/objective.ts';
import { evaluate, windowsOf } from './evaluate.ts';
import type { MetricStanding } from './standing.ts';

interface Told {
  readonly times?: readonly number[];
  readonly failures?: number;
  readonly minutes?: number;
  readonly minutesUp?: number;
}

const sumOf = ({ times = [], failures = 0, minutes = 1, minutesUp = 1 }: Told): LatencySum => {
  const sum = new LatencySum();
  const stored = new StoredTimes(withTimes(new Uint8Array(), times));
  sum.add({
    startsMs: 0,
    provider: 'openai',
    model: 'gpt-4o',
    requests: times.length + failures,
    answered: times.length,
    providerFailures: failures,
    minutes,
    minutesUp,
    latency: stored,
    firstToken: stored,
  });
  return sum;
};

const objective = (...targets: Target[]): Objective => ({
  kind: 'SLADefinition',
  uid: 'u',
  name: 'fast',
  organization: undefined,
  organizationUid: undefined,
  provider: 'openai',
  models: ['gpt-4o'],
  windowMinutes: 1,
  targets,
  alertChannels: [],
  isShared: false,
  sinceMs: 0,
  modelsSinceMs: new Map(),
});

/** How a target stands where all windows had the same, but for those that say otherwise. */
function standing(target: Target, told: Told, others: Record<number, Told> = {}): MetricStanding {
  const windows = new Map(
    windowsOf({ windowMinutes: 1 }).map((minutes) => [minutes, sumOf(others[minutes] ?? told)]),
  );
  const { models } = evaluate(objective(target), new Map([['gpt-4o', windows]]));
  return models[0]!.metrics[0]!;
}

const many = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);
const P95 = { metric: 'p95_ms', value: 400 } as const;
const ERRORS = { metric: 'error_rate', value: 0.01 } as const;
const UP = { metric: 'availability', value: 0.9 } as const;

describe('an SLA', () => {
  it('is violated where too many are slower than the target, and by twice as much critical', () => {
    expect(standing(P95, { times: many(100, 390) })).toMatchObject({
      state: 'met',
      isClear: false,
    });
    expect(standing(P95, { times: many(100, 300) })).toMatchObject({ state: 'met', isClear: true });
    const slow = { times: [...many(90, 100), ...many(10, 900)] };
    const violated = standing(P95, slow);
    expect(violated).toMatchObject({
      state: 'violated',
      severity: 'critical',
      burning: ['ticket'],
    });
    expect(violated.actual).toBeCloseTo(900, -1);
    expect(violated.burnRates.get(60)).toBeCloseTo(2);
    expect(violated.budgetLeft).toBeCloseTo(-1);
    const little = { times: [...many(93, 100), ...many(7, 500)] };
    expect(standing(P95, little)).toMatchObject({ state: 'violated', severity: 'warning' });
  });

  it('is unknown with too few requests, and never met', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 19 }),
        fc.constantFrom(P95, ERRORS, UP),
        (count, target) => {
          expect(standing(target, { times: many(count, 1) })).toMatchObject({
            state: 'unknown',
            actual: undefined,
            budgetLeft: undefined,
          });
        },
      ),
    );
    expect(evaluate(objective(P95), new Map()).models[0]).toMatchObject({
      requests: 0,
      measured: {},
      metrics: [{ state: 'unknown' }],
    });
  });

  it('counts failures against what is allowed', () => {
    const good = standing(ERRORS, { times: many(200, 1), failures: 2 });
    expect(good).toMatchObject({ state: 'met' });
    expect(good.budgetLeft).toBeCloseTo(1 - 2 / 202 / 0.01);
    const bad = standing(ERRORS, { times: many(80, 1), failures: 20 });
    expect(bad).toMatchObject({ state: 'violated', severity: 'critical' });
    expect(bad.burning).toEqual(['page', 'ticket']);
    expect(bad.burnRates.get(5)).toBeCloseTo(20);
    const none = { metric: 'error_rate', value: 0 } as const;
    expect(standing(none, { times: many(99, 1) })).toMatchObject({ state: 'met', budgetLeft: 1 });
    expect(standing(none, { times: many(99, 1), failures: 1 }).state).toBe('violated');
  });

  it('pages only where both windows of a pair burn', () => {
    const bad = { times: many(80, 1), failures: 20 };
    const good = { times: many(1_000, 1) };
    // Over in the last five minutes, and in the last half-hour.
    expect(standing(ERRORS, good, { 60: bad, 360: bad }).burning).toEqual([]);
    expect(standing(ERRORS, good, { 60: bad, 5: bad }).burning).toEqual(['page']);
    expect(standing(ERRORS, good, { 1440: bad, 120: bad }).burning).toEqual(['ticket']);
  });

  it('counts the minutes in which nobody was answered', () => {
    const minutes = { times: many(50, 1), minutes: 100 };
    expect(standing(UP, { ...minutes, minutesUp: 90 })).toMatchObject({
      state: 'met',
      actual: 0.9,
    });
    const warned = standing(UP, { ...minutes, minutesUp: 89 });
    expect(warned).toMatchObject({ state: 'violated', severity: 'warning' });
    expect(warned.budgetLeft).toBeCloseTo(-0.1);
    expect(standing(UP, { ...minutes, minutesUp: 80 }).severity).toBe('critical');
  });
});
