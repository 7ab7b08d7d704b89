import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_TOKENS } from '../usage/usage-record.ts';
import { batchPrices } from './batch-prices.ts';
import { costOf, ONE_REQUEST } from './cost.ts';
import { toPriceList } from './price-fields.ts';
import { PriceSchedule } from './price-schedule.ts';

/** Prices of a Model with these fields. */
const pricesOf = (fields: Parameters<typeof toPriceList>[0]) =>
  new PriceSchedule({ prices: toPriceList(fields), priceVersion: 'v' }, 'chat').at(0);

const tokens = { ...NO_TOKENS, input: 1_000, cached_input: 2_000, output: 500 };
const fields = {
  inputPricePerMillion: '2.5',
  cachedInputPricePerMillion: '1.25',
  outputPricePerMillion: 10,
  perRequestPrice: '0.001',
  tiers: [{ aboveInputTokens: 10_000, inputPricePerMillion: 5 }],
};

describe('what requests of batches cost', () => {
  it.each([
    // 1,000 × 2.5 + 2,000 × 1.25 + 500 × 10 millionths of a dollar, and a thousandth.
    [undefined, 11_000_000],
    [0, 11_000_000],
    [50, 5_500_000],
    ['12.5', 9_625_000],
    [100, 0],
  ])('with a discount of %s percent', (batchDiscountPercent, nanoUsd) => {
    const prices = pricesOf({ ...fields, batchDiscountPercent });
    expect(costOf(tokens, batchPrices(prices), ONE_REQUEST)).toBe(nanoUsd);
    expect(costOf(tokens, prices, ONE_REQUEST)).toBe(11_000_000);
  });

  it('is less in each tier, and of what has no price it is unknown', () => {
    const long = { ...NO_TOKENS, input: 20_000 };
    const prices = pricesOf({ ...fields, batchDiscountPercent: 50 });
    expect(costOf(long, batchPrices(prices), ONE_REQUEST)).toBe(50_500_000);
    const half = pricesOf({ inputPricePerMillion: 1, batchDiscountPercent: 50 });
    expect(costOf({ ...NO_TOKENS, output: 1 }, batchPrices(half), ONE_REQUEST)).toBeNull();
  });

  it('is never more than that of single requests, and is the same twice', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    const nano = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(percent, nano, nano, (batchDiscountPercent, input, output) => {
        const [a, b] = [`0.${String(input).padStart(9, '0').slice(0, 9)}`, output];
        const prices = pricesOf({
          ...{ inputPricePerMillion: a, outputPricePerMillion: b, batchDiscountPercent },
        });
        const ofBatch = batchPrices(prices);
        const single = costOf(tokens, prices, ONE_REQUEST) ?? NaN;
        expect(costOf(tokens, ofBatch, ONE_REQUEST)).toBeLessThanOrEqual(single);
        expect(batchPrices(prices)).toBe(ofBatch);
      }),
    );
  });
});
