import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastOf } from './forecast.ts';

const WEEK = [10, 12, 11, 13, 12, 3, 2];

const days = (count: number, of: (day: number) => number): number[] =>
  Array.from({ length: count }, (_, day) => of(day));

const next = (count: number) => ({ days: count, after: 0 });

const weekly = (day: number): number => WEEK[day % 7] ?? 0;

/** Reproducible numbers of a normal distribution. */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (state + 1) / (2 ** 32 + 1);
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

describe('a forecast of spend', () => {
  it('goes on with weekdays and a trend that hold exactly', () => {
    const past = days(56, (day) => 20 + 0.5 * day + weekly(day));
    const { expected, low, high } = forecastOf(past, next(30));
    const truth = days(30, (ahead) => 20 + 0.5 * (56 + ahead) + weekly(ahead)).reduce(
      (sum, cost) => sum + cost,
      0,
    );
    expect(expected).toBeCloseTo(truth, 6);
    expect(high - low).toBeCloseTo(0, 4);
  });

  it('begins some days after the past', () => {
    const cost = (day: number): number => 20 + 0.5 * day + weekly(day);
    const { expected } = forecastOf(days(56, cost), { days: 2, after: 1 });
    expect(expected).toBeCloseTo(cost(57) + cost(58), 6);
  });

  it('covers what comes four times in five, where days scatter', () => {
    const runs = 400;
    let covered = 0;
    for (let run = 0; run < runs; run += 1) {
      const noise = normals(run + 1);
      const cost = (day: number): number => 50 + 0.3 * day + weekly(day) + 4 * noise();
      const past = days(56, cost);
      const coming = days(30, (ahead) => cost(56 + ahead)).reduce((sum, one) => sum + one, 0);
      const { low, high } = forecastOf(past, next(30));
      if (coming >= low && coming <= high) covered += 1;
    }
    expect(covered / runs).toBeGreaterThan(0.72);
    expect(covered / runs).toBeLessThan(0.9);
  });

  it('is the mean of a few days, and nothing of none', () => {
    expect(forecastOf([0, 0, 4, 6], next(10)).expected).toBeCloseTo(50);
    expect(forecastOf([], next(10))).toEqual({ expected: 0, low: 0, high: 0 });
    expect(forecastOf([0, 0, 0], next(10))).toEqual({ expected: 0, low: 0, high: 0 });
  });

  it('never is less than nothing, and lies between its bounds', () => {
    const past = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 90 });
    fc.assert(
      fc.property(past, fc.integer({ min: 1, max: 90 }), (costs, horizon) => {
        const { expected, low, high } = forecastOf(costs, next(horizon));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(expected).toBeGreaterThanOrEqual(low);
        expect(high).toBeGreaterThanOrEqual(expected);
        expect(Number.isFinite(high)).toBe(true);
      }),
    );
  });
});
