import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOfNanoUsd, shownUsd } from './nano-usd.ts';
import { nanoUsdOf } from './usd-text.ts';

it.each<[string | number, bigint]>([
  [0, 0n],
  [2500, 2_500_000_000_000n],
  ['0.5', 500_000_000n],
  ['2500.75', 2_500_750_000_000n],
  ['0.000000001', 1n],
  ['1000000000.0', 10n ** 18n],
])('%s USD are %s nano-USD', (usd, nano) => {
  expect(nanoUsdOf(usd)).toBe(nano);
});

it('takes shares exactly, and rounds them down', () => {
  expect(shareOfNanoUsd(10n ** 18n, '0.8')).toBe(8n * 10n ** 17n);
  expect(shareOfNanoUsd(3n, '0.5')).toBe(1n);
  expect(shareOfNanoUsd(nanoUsdOf(100), '1.1')).toBe(nanoUsdOf(110));
});

it('writes amounts so that they are read as they were', () => {
  expect([shownUsd(0n), shownUsd(1n), shownUsd(1_500_000_000n)]).toEqual([
    '0.00',
    '0.000000001',
    '1.50',
  ]);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 19n }), (amount) => {
      expect(nanoUsdOf(shownUsd(amount))).toBe(amount);
    }),
  );
});
