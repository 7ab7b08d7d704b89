import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetricStanding } from '../evaluation/standing.ts';
import { stepOf } from './step-of.ts';

type Known = NonNullable<Parameters<typeof stepOf>[0]>;
type Seen = Parameters<typeof stepOf>[1];

const EVERY_MS = 30_000;
const TARGET = 400;
const stateOf = (actual: number | undefined): Seen['state'] => {
  if (actual === undefined) return 'unknown';
  return actual > TARGET ? 'violated' : 'met';
};
const seen = (actual: number | undefined): Seen => ({
  metric: 'p95_ms',
  state: stateOf(actual),
  actual,
  isClear: actual !== undefined && actual <= TARGET * 0.9,
  severity: actual !== undefined && actual >= 2 * TARGET ? 'critical' : 'warning',
});

const opened = (actual: number, nowMs: number): Known => ({
  status: 'open',
  is_muted: false,
  good_points: 0,
  worst: actual,
  severity: 'warning',
  seen_at: new Date(nowMs),
});

/** What a run of values opens and resolves, in their order, one evaluation each. */
function told(values: readonly (number | undefined)[], first?: Known): string[] {
  let violation: Known | undefined = first;
  return values.flatMap((actual, index) => {
    const nowMs = index * EVERY_MS;
    const step = stepOf(violation, seen(actual), nowMs);
    if (step.kind === 'open') violation = opened(actual!, nowMs);
    if (step.kind === 'go_on') violation = { ...violation!, ...step.changes };
    if (step.kind === 'resolve' || step.kind === 'unmute') violation = undefined;
    return step.kind === 'open' || step.kind === 'resolve' ? [`${step.kind} ${String(index)}`] : [];
  });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a violation', () => {
  it('opens once and is resolved by two evaluations that are clearly good, or ten that are good', () => {
    expect(told([100, 900, 900, 900, 300, 300, 300])).toEqual(['open 1', 'resolve 5']);
    expect(told([900, ...times(10, 399)])).toEqual(['open 0', 'resolve 10']);
    expect(told([900, 300, 900, 300, 900])).toEqual(['open 0']);
  });

  it('never flaps at a constant value, whatever was before', () => {
    const value = fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), value, (before, constant) => {
        const later = told([...before, ...times(100, constant)]).filter(
          (step) => Number(step.split(' ')[1]) >= before.length,
        );
        expect(later.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('opens and is resolved in turn, whatever comes', () => {
    const value = fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 200 }), (values) => {
        const kinds = told(values).map((step) => step.split(' ')[0]);
        expect(kinds.every((kind, index) => kind === (index % 2 === 0 ? 'open' : 'resolve'))).toBe(
          true,
        );
      }),
    );
  });

  it('stays while nothing is known, for a day', () => {
    expect(told([900, ...times(2_000, undefined)])).toEqual(['open 0']);
    expect(told([900, ...times(2_900, undefined)])).toEqual(['open 0', 'resolve 2880']);
    expect(told([900, undefined, 300, undefined, 300])).toEqual(['open 0', 'resolve 4']);
  });

  it('remembers the worst', () => {
    const step = stepOf({ ...opened(900, 0), severity: 'critical' }, seen(500), 1);
    expect(step).toMatchObject({ kind: 'go_on', changes: { actual: 500, worst: 900 } });
    expect(step).toMatchObject({ changes: { severity: 'critical' } });
    const up = {
      ...seen(500),
      metric: 'availability',
      actual: 0.5,
    } satisfies Seen as MetricStanding;
    expect(stepOf({ ...opened(0.8, 0) }, up, 1)).toMatchObject({ changes: { worst: 0.5 } });
  });

  it('that was resolved by hand opens again only after it was good', () => {
    const muted: Known = { ...opened(900, 0), status: 'resolved', is_muted: true };
    expect(told([900, 900, undefined, 900], muted)).toEqual([]);
    expect(told([900, 399, 900], muted)).toEqual(['open 2']);
  });
});
