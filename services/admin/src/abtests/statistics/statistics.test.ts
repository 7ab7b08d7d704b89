import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reachOf, TUNING } from './always-valid.ts';
import { complementaryError } from './complementary-error.ts';
import { contrastOf, meanOf, quotientOf, type Arms } from './compare.ts';
import { estimateOf, estimateOfShare } from './estimate.ts';
import { sumUnits } from './ratio-sums.ts';
import { sampleRatioOf } from './sample-ratio.ts';

const SURE = { alpha: 0.05, tuning: TUNING.request };

const unit = fc.record({
  x: fc.integer({ min: 1, max: 200 }),
  y: fc.double({ min: 0, max: 1e6, noNaN: true }),
});
const units = fc.array(unit, { minLength: 8, maxLength: 60 });

describe('the ratio of an arm', () => {
  it('has the variance that the delta method says, and no less than a jackknife', () => {
    fc.assert(
      fc.property(units, (all) => {
        const found = estimateOf(sumUnits(all));
        const x = all.reduce((sum, one) => sum + one.x, 0);
        const y = all.reduce((sum, one) => sum + one.y, 0);
        const mean = y / x;
        expect(found?.mean).toBeCloseTo(mean, 6);
        const without = all.map((one) => (y - one.y) / (x - one.x));
        const jackknife = without.reduce((sum, one) => sum + (one - mean) ** 2, 0);
        const slack = 1e-9 * (jackknife + mean * mean);
        expect(found?.variance).toBeGreaterThanOrEqual(jackknife - slack);
      }),
    );
  });

  it('of units of the same size is their mean, with its variance', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ max: 1000, min: 0 }), { minLength: 8 }), (values) => {
        const found = estimateOf(sumUnits(values.map((y) => ({ x: 1, y }))));
        const n = values.length;
        const mean = values.reduce((sum, one) => sum + one, 0) / n;
        const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
        const plain = squares / (n - 1) / n;
        expect(found?.units).toBeCloseTo(n);
        expect(found?.mean).toBeCloseTo(mean);
        expect(found?.variance).toBeCloseTo(plain / (1 - 1 / n) ** 2, 4);
      }),
    );
  });

  it('is not told of fewer than eight units', () => {
    expect(estimateOf(sumUnits(Array.from({ length: 7 }, () => ({ x: 1, y: 1 }))))).toBeUndefined();
    expect(estimateOf(sumUnits([]))).toBeUndefined();
  });

  it('of failures is not certain where none has failed yet', () => {
    const none = Array.from({ length: 20 }, () => ({ x: 5, y: 0 }));
    const found = estimateOfShare(sumUnits(none));
    expect(found?.mean).toBe(0);
    expect(found?.variance).toBeCloseTo(1 / 102 / 100, 5);
  });
});

describe('an interval', () => {
  it('is as wide as that of GrowthBook', () => {
    // √s² · √(2(nρ² + 1) · ln(√(nρ² + 1) / α) / (nρ)²), with s² = 4, n = 1000, α = 0.05.
    const rho = Math.sqrt((-2 * Math.log(0.05) + Math.log(-2 * Math.log(0.05) + 1)) / 5000);
    const n = 1000;
    const inside = n * rho ** 2 + 1;
    const expected =
      2 * Math.sqrt((2 * inside * Math.log(Math.sqrt(inside) / 0.05)) / (n * rho) ** 2);
    expect(reachOf(n, SURE) * Math.sqrt(4 / n)).toBeCloseTo(expected, 12);
  });

  it('is wider than one that holds for one look alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (n) => {
        expect(reachOf(n, SURE)).toBeGreaterThan(1.96);
        expect(reachOf(n, { ...SURE, alpha: 0.01 })).toBeGreaterThan(reachOf(n, SURE));
      }),
    );
  });

  const estimate = fc.record({
    mean: fc.double({ min: 0.01, max: 1e3, noNaN: true }),
    variance: fc.double({ min: 1e-6, max: 1e2, noNaN: true }),
    units: fc.integer({ min: 8, max: 1e6 }),
  });
  const arms: fc.Arbitrary<Arms> = fc.record({ base: estimate, variant: estimate });

  it('of a quotient holds the factors for which the contrast may be 0, and no others', () => {
    fc.assert(
      fc.property(arms, fc.double({ min: 0, max: 10, noNaN: true }), (both, factor) => {
        const quotient = quotientOf(both, SURE);
        fc.pre(quotient !== undefined);
        const { low, high } = contrastOf(both, SURE, factor);
        const middle = (quotient.high + quotient.low) / 2;
        const width = quotient.high - quotient.low;
        const distance = Math.abs(Math.abs(factor - middle) - width / 2);
        fc.pre(distance > 1e-6 * (width + 1));
        expect(low <= 0 && high >= 0).toBe(factor >= quotient.low && factor <= quotient.high);
      }),
    );
  });

  it('of a quotient is not told where the base may be 0', () => {
    const both = {
      base: { mean: 0.001, variance: 0.01, units: 100 },
      variant: { mean: 1, variance: 0.01, units: 100 },
    };
    expect(quotientOf(both, SURE)).toBeUndefined();
    expect(meanOf(both.base, SURE).low).toBeLessThan(0);
  });
});

describe('the check of the sample ratio', () => {
  it('knows tails of the normal distribution', () => {
    // 2 · (1 − Φ(z)) of z = 1, 1.959964, 3.290527, 6.
    const tails = [
      [1, 0.3173105],
      [1.959964, 0.05],
      [3.290527, 0.001],
      [6, 1.973175e-9],
    ] as const;
    for (const [z, tail] of tails) {
      expect(complementaryError(z / Math.SQRT2) / tail).toBeCloseTo(1, 5);
    }
    expect(complementaryError(0)).toBeCloseTo(1, 6);
  });

  it('tells splits by chance from others', () => {
    expect(sampleRatioOf({ base: 900, variant: 100 }, 10)).toMatchObject({
      observed: 0.1,
      isMismatch: false,
    });
    expect(sampleRatioOf({ base: 880, variant: 120 }, 10).isMismatch).toBe(false);
    expect(sampleRatioOf({ base: 850, variant: 150 }, 10).isMismatch).toBe(true);
    expect(sampleRatioOf({ base: 100, variant: 0 }, 50).isMismatch).toBe(true);
  });

  it('does not check few units, nor a split that leaves an arm none', () => {
    expect(sampleRatioOf({ base: 15, variant: 0 }, 50).pValue).toBeUndefined();
    expect(sampleRatioOf({ base: 0, variant: 0 }, 50).observed).toBeUndefined();
    expect(sampleRatioOf({ base: 1000, variant: 3 }, 0).isMismatch).toBe(false);
  });
});
