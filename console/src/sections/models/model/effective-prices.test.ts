import { expect, it } from 'vitest';
import {
  costOf,
  pieceTexts,
  pricedLines,
  pricesOf,
  type EffectivePrices,
} from './effective-prices.ts';

const NONE = {
  ...{ input_price_per_million: null, output_price_per_million: null },
  ...{ cached_input_price_per_million: null, cache_write_price_per_million: null },
  ...{ reasoning_price_per_million: null, audio_input_price_per_million: null },
  ...{ audio_output_price_per_million: null },
};
const PRICES: EffectivePrices = {
  ...NONE,
  ...{ currency: 'USD', input_price_per_million: 2.5, output_price_per_million: 10 },
  ...{ price_per_request: null, price_per_image: null, source: null, price_version: 'v' },
  ...{ price_per_minute: null, character_price_per_million: null, batch_discount_percent: 0 },
  ...{ updated_at: null, tiers: [] },
};

it('says what a request costs', () => {
  expect(costOf(PRICES, { input: 1000, output: 500 })).toBeCloseTo(0.0075);
  expect(costOf({ ...PRICES, price_per_request: 0.01 }, { input: 0, output: 0 })).toBe(0.01);
});

it('takes the prices of long prompts for all of their tokens', () => {
  const tiers = [{ ...NONE, above_input_tokens: 200_000, input_price_per_million: 5 }];
  const prices = { ...PRICES, tiers };
  expect(costOf(prices, { input: 200_000, output: 0 })).toBeCloseTo(0.5);
  expect(costOf(prices, { input: 200_001, output: 0 })).toBeCloseTo(1.000005);
});

it('does not take an unknown price for nothing', () => {
  expect(costOf({ ...PRICES, output_price_per_million: null }, { input: 1, output: 1 })).toBe(
    undefined,
  );
});

it('shows input and output always, and what else has a price', () => {
  const titles = (prices: EffectivePrices) => pricedLines(prices).map(({ title }) => title);
  expect(titles(PRICES)).toEqual(['Input', 'Output']);
  expect(titles({ ...PRICES, reasoning_price_per_million: 1 })).toEqual([
    ...['Input', 'Output', 'Reasoning'],
  ]);
});

it('says what a minute and a million characters cost, where they cost anything', () => {
  const usd = (value: number) => `USD ${value}`;
  expect(pieceTexts(PRICES, usd)).toEqual([]);
  const prices = { ...PRICES, price_per_minute: 0.006, character_price_per_million: 15 };
  expect(pieceTexts(prices, usd)).toEqual([
    'A minute of sound that is written down costs USD 0.006.',
    'A million characters that are spoken cost USD 15.',
  ]);
  expect(pieceTexts({ ...PRICES, batch_discount_percent: 50 }, usd)).toEqual([
    'Requests of batches cost 50 % less.',
  ]);
});

it('knows of none where no snapshot has the model yet', () => {
  expect(pricesOf({ id: 'a', effective_prices: null })).toBeUndefined();
});
