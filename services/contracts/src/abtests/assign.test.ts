import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { armOf, BUCKETS, bucketOf, shareOf } from './assign.ts';

/** Those of version 2 in `packages/sdk-js/test/cases.json` of https://github.com/growthbook/growthbook. */
const VECTORS: readonly (readonly [seed: string, value: string, expected: number])[] = [
  ['seed', 'a', 0.0505],
  ['seed', 'b', 0.2696],
  ['foo', 'ab', 0.2575],
  ['foo', 'def', 0.2019],
  ['89123klj', '8952klfjas09ujkasdf', 0.124],
  ['90850943850283058242805', '123', 0.7516],
  ['()**(%$##$%#$#', '___)((*":&', 0.0128],
];

describe('the bucket of a unit', () => {
  it.each(VECTORS)('is the published one: %s, %s', (seed, value, expected) => {
    expect(bucketOf(seed, value) / BUCKETS).toBe(expected);
  });
});

describe('a share', () => {
  it.each([
    [0, 0],
    [0.29, 29],
    [1.1, 110],
    [12.34, 1234],
    [99.99, 9999],
    [100, BUCKETS],
  ])('of %d %% is %d hundredths', (percent, share) => {
    expect(shareOf(percent)).toBe(share);
  });

  it('of nothing takes nobody, and one of everything takes everybody', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (seed, value) => {
        expect(armOf(seed, value, shareOf(0))).toBe('base');
        expect(armOf(seed, value, shareOf(100))).toBe('variant');
      }),
    );
  });

  it('that grows from 10 % to 20 % keeps every unit of the first 10 %', () => {
    for (let unit = 0; unit < 100_000; unit += 1) {
      if (armOf('test', `user-${unit}`, shareOf(10)) === 'variant') {
        expect(armOf('test', `user-${unit}`, shareOf(20))).toBe('variant');
      }
    }
  });

  it('that grows keeps every unit that it had', () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.string(), fc.string(), percent, percent, (seed, value, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        if (armOf(seed, value, shareOf(less)) === 'variant') {
          expect(armOf(seed, value, shareOf(more))).toBe('variant');
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a hundred tests of 20,000 units each', () => {
  const UNITS = 20_000;
  /** Chi-square of one degree of freedom at p = 0.001, by which sample ratios are checked. */
  const MISMATCH = 10.828;

  it.each([10, 50])('keep a split of %d %%, and are independent of each other', (percent) => {
    const tests = Array.from({ length: 100 }, (_, index) => `5f0c7f6e-ab12-4c55-9d0e-${index}`);
    const share = percent / 100;
    const arms = tests.map((seed) =>
      Array.from({ length: UNITS }, (_, unit) =>
        Number(armOf(seed, `user-${unit}`, shareOf(percent)) === 'variant'),
      ),
    );
    const mismatched = arms.filter((ofTest) => {
      const variants = ofTest.reduce((sum, one) => sum + one, 0);
      const off = variants - UNITS * share;
      return off ** 2 / (UNITS * share) + off ** 2 / (UNITS * (1 - share)) > MISMATCH;
    });
    expect(mismatched).toHaveLength(0);
    for (let index = 1; index < arms.length; index += 1) {
      const both = arms[index]!.reduce((sum, one, unit) => sum + one * arms[index - 1]![unit]!, 0);
      expect(both / UNITS).toBeCloseTo(share ** 2, 1.5);
    }
  });
});
