import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nanoUsdOf, usdText } from './usd-text.ts';

describe('an amount of USD', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [1_500n, '0.0000015'],
    [2_500_000_000_000n, '2500'],
    [-10_000_000n, '-0.01'],
  ])('of %d nano-dollars is %s', (nano, text) => {
    expect(usdText(nano)).toBe(text);
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
        expect(nanoUsdOf(usdText(nano))).toBe(nano);
      }),
    );
  });
});
