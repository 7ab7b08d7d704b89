import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactUsd, nanoUsdOf, usdNumber } from './usd-text.ts';

describe('an amount of USD', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [1_500n, '0.0000015'],
    [2_500_000_000_000n, '2500'],
    [-10_000_000n, '-0.01'],
  ])('of %d nano-dollars is %s', (nano, text) => {
    expect(exactUsd(nano)).toBe(text);
  });

  it('is a number on the wire', () => {
    expect([0n, 1n, -1_500_000_000n, 9_000_000_000_000_001n].map(usdNumber)).toEqual([
      ...[0, 0.000000001, -1.5, 9_000_000.000000001],
    ]);
  });

  it('of a spec is a whole number or text', () => {
    expect([nanoUsdOf(500), nanoUsdOf('0.01'), nanoUsdOf('1000000000')]).toEqual([
      500_000_000_000n,
      10_000_000n,
      10n ** 18n,
    ]);
  });

  it('is the same when its text is read again', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 24n), (nano) => {
        expect(nanoUsdOf(exactUsd(nano))).toBe(nano);
      }),
    );
  });
});
