import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoredTimes, TimeSums } from './time-sums.ts';
import { withTimes } from './stored-times.ts';
import { TimeHistogram } from './time-histogram.ts';

const NOTHING = new Uint8Array();
const PERCENTS = [1, 25, 50, 75, 90, 95, 99, 99.9, 100];
const times = fc.array(
  fc.oneof(
    fc.double({ min: 0, max: 4_000_000, noNaN: true }),
    fc.constantFrom(0, 12.7, 12.8, 25.5, 25.6, 400, 900, 3_600_000),
  ),
  { maxLength: 200 },
);

const sumsOf = (parts: readonly (readonly number[])[]): TimeSums => {
  const sums = new TimeSums();
  for (const part of parts) sums.add(new StoredTimes(withTimes(NOTHING, part)));
  return sums;
};

describe('sums of times', () => {
  it('have the percentiles of all times together, however they were divided', () => {
    fc.assert(
      fc.property(fc.array(times, { maxLength: 6 }), (parts) => {
        const sums = sumsOf(parts);
        const all = TimeHistogram.from(withTimes(NOTHING, parts.flat()));
        expect(sums.count).toBe(all.count);
        for (const percent of PERCENTS) {
          expect(sums.percentile(percent)).toBe(all.percentile(percent));
        }
      }),
    );
  });

  it('tell how many were slower, but for those within one percent of the target', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 3_600_000 }), (all, target) => {
        const slower = sumsOf([all]).slowerThan(target);
        const capped = all.map((ms) => Math.min(ms, 3_600_000));
        const surely = capped.filter((ms) => ms > target * 1.01 + 0.2).length;
        const perhaps = capped.filter((ms) => ms > target - 0.1).length;
        expect(slower).toBeGreaterThanOrEqual(surely);
        expect(slower).toBeLessThanOrEqual(perhaps);
      }),
    );
  });

  it('say nothing of nothing', () => {
    const sums = new TimeSums();
    sums.add(new StoredTimes(NOTHING));
    expect([sums.count, sums.percentile(95), sums.slowerThan(1)]).toEqual([0, undefined, 0]);
  });
});
