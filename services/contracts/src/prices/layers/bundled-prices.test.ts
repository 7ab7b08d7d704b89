import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { toPrices } from '../prices.ts';
import { costOf, ONE_REQUEST } from '../cost.ts';
import { priceList } from '../price-list.ts';
import { NO_TOKENS } from '../../usage/usage-record.ts';
import { calcPrice, waitForUpdate, type ModelPrice } from '@pydantic/genai-prices';
import { describe, expect, it } from 'vitest';
import { NEED_BASE_URL, PROVIDER_TYPES, providerType } from '@aicp/crds/kit/provider-types';
import { BUNDLED, BundledPrices, isVendor, nanoOf, toLayer, vendorOf } from './bundled-prices.ts';
import { resolvePrices } from './resolve-prices.ts';

const all = (await waitForUpdate()) ?? [];
const models = all.flatMap((provider) =>
  provider.models.map((model) => ({ provider, model, name: `${provider.id}/${model.id}` })),
);

/** All amounts of a price of the data. */
const amountsOf = (prices: ModelPrice): number[] =>
  Object.values(prices).flatMap((amount) => {
    if (amount === undefined) return [];
    if (typeof amount === 'number') return [amount];
    return [amount.base, ...amount.tiers.map(({ price }) => price)];
  });

describe('the bundled data', () => {
  it('is that of the version that is named', () => {
    const main = createRequire(import.meta.url).resolve('@pydantic/genai-prices');
    const text = readFileSync(join(dirname(main), '..', 'package.json'), 'utf8');
    expect((JSON.parse(text) as { version: string }).version).toBe(BUNDLED.version);
  });

  it('has amounts that are the same as decimals, but a few with more than nine', () => {
    const amounts = models.flatMap(({ model: { prices } }) =>
      (Array.isArray(prices) ? prices : [{ prices }]).flatMap((one) => amountsOf(one.prices)),
    );
    const other = amounts.filter((amount) => Number(nanoOf(amount)) / 1e9 !== amount);
    expect(amounts.length).toBeGreaterThan(3000);
    expect(new Set(other)).toEqual(new Set([0.18000000000000002, 0.08333333333333334]));
    expect([nanoOf(0.18000000000000002), nanoOf(0.08333333333333334)]).toEqual([
      '180000000',
      '83333333',
    ]);
  });

  it('gives prices of our form for every model of it', () => {
    for (const { model, name } of models) {
      for (const { says } of toLayer(model, name)) {
        expect('prices' in says && priceList.safeParse(says.prices).success, name).toBe(true);
      }
    }
  });

  it('prices text as the package itself does, below and above every tier', () => {
    const timestamp = new Date(`${BUNDLED.date}T12:00:00Z`);
    for (const { provider, model, name } of models) {
      if (Array.isArray(model.prices)) continue;
      const { prices } = resolvePrices('m', [toLayer(model, name)]);
      for (const input of [1_000, 150_000, 200_001, 300_000, 600_000]) {
        const theirs = calcPrice({ input_tokens: input, output_tokens: 777 }, model.id, {
          provider: { ...provider, models: [{ ...model, match: { equals: model.id } }] },
          timestamp,
        });
        const tokens = { ...NO_TOKENS, input, output: 777 };
        const ours = costOf(tokens, toPrices(prices, 'embedding'), ONE_REQUEST);
        if (theirs && ours !== null) expect(ours / 1e9, name).toBeCloseTo(theirs.total_price, 6);
      }
    }
  });
});

describe('the price of a model', () => {
  const bundled = new BundledPrices();
  const scheduleOf = (vendor: string, model: string) =>
    resolvePrices('m', [bundled.layerOf(vendor, model)]);

  it.each([
    // USD 0.36 an hour, 0.111, and 0.04, of which a 60th is rounded.
    ['openai', 'whisper-1', { perMinute: '6000000' }],
    ['groq', 'whisper-large-v3', { perMinute: '1850000' }],
    ['groq', 'whisper-large-v3-turbo', { perMinute: '666667' }],
    ['openai', 'tts-1', { perMillionCharacters: '15000000000' }],
    ['openai', 'tts-1-hd', { perMillionCharacters: '30000000000' }],
  ])('of %s’s %s is by what is heard or spoken', (vendor, model, prices) => {
    const found = scheduleOf(vendor, model);
    expect(found.prices).toEqual(prices);
    expect(found.priceSources).toMatchObject([{ layer: 'bundled', name: `${vendor}/${model}` }]);
  });

  it.each([
    ['openai', 'gpt-4o', '50000000000'],
    ['openai', 'text-embedding-3-small', '50000000000'],
    ['azure', 'gpt-4o', '50000000000'],
    ['anthropic', 'claude-sonnet-4-5', undefined],
  ])('of %s’s %s is less for batches where these are served', (vendor, model, discount) => {
    expect(scheduleOf(vendor, model).prices).toHaveProperty('input');
    expect(scheduleOf(vendor, model).prices.batchDiscount).toBe(discount);
  });

  it('is that of the vendor, with its tiers, its source and its day', () => {
    expect(scheduleOf('google', 'gemini-2.5-pro')).toMatchObject({
      prices: {
        input: '1250000000',
        cachedInput: '125000000',
        output: '10000000000',
        tiers: [
          {
            aboveInputTokens: 200_000,
            input: '2500000000',
            cachedInput: '250000000',
            output: '15000000000',
          },
        ],
      },
      priceSources: [
        {
          layer: 'bundled',
          name: 'google/gemini-2.5-pro',
          source: '@pydantic/genai-prices 0.1.8',
          date: '2026-09-23',
        },
      ],
    });
  });

  it('is without what had ended, and with what begins later', () => {
    expect(scheduleOf('openai', 'o3').prices.input).toBe('2000000000');
    expect(scheduleOf('openai', 'o3').priceChanges).toBeUndefined();
    expect(scheduleOf('google', 'gemini-3.6-flash').priceChanges).toMatchObject([
      { at: '2027-01-01T00:00:00.000Z', prices: { input: '1500000000' } },
    ]);
  });

  it('differs by the hour where the vendor’s does', () => {
    const { prices, priceHours } = scheduleOf('deepseek', 'deepseek-v4-flash');
    expect(prices).toEqual({ input: '220000000', cachedInput: '7000000', output: '660000000' });
    expect(priceHours).toMatchObject([
      { fromSecond: 3600, untilSecond: 4 * 3600, prices: { input: '440000000' } },
      { fromSecond: 6 * 3600, untilSecond: 10 * 3600, prices: { output: '1320000000' } },
    ]);
  });

  it('includes what is charged for a request', () => {
    expect(scheduleOf('perplexity', 'sonar').prices.perRequest).toBe('12000000');
  });

  it('is unknown of a model that the data does not have, and of one’s own servers', () => {
    expect(bundled.layerOf('openai', 'my-own')).toEqual([]);
    expect(bundled.layerOf(undefined, 'gpt-4o')).toEqual([]);
  });

  it.each([
    ['openai', undefined, 'openai'],
    ['openai', 'https://api.openai.com/v1', 'openai'],
    ['openai', 'https://proxy.example/v1', 'openai'],
    ['openai_compatible', 'https://api.groq.com/openai/v1', 'groq'],
    ['openai_compatible', 'https://api.x.ai/v1', 'x-ai'],
    ['openai_compatible', 'https://vllm.internal/v1', undefined],
    ['azure_openai', undefined, 'azure'],
    ['groq', undefined, 'groq'],
    ['xai', undefined, 'x-ai'],
    ['mistral', 'https://proxy.example/v1', 'mistral'],
    ['simulated', 'https://api.openai.com/v1', undefined],
  ])('at a provider of type %s at %s is that of %s', (type, baseUrl, vendor) => {
    expect(vendorOf(type, baseUrl)).toBe(vendor);
  });

  it.each(PROVIDER_TYPES.filter((type) => type !== 'simulated' && !NEED_BASE_URL.includes(type)))(
    'at a provider of type %s that names no address is that of its vendor',
    (type) => {
      const vendor = vendorOf(type, undefined);
      expect(isVendor(vendor ?? '')).toBe(true);
      const { baseUrl } = providerType(type);
      if (baseUrl !== undefined) expect(vendorOf('openai_compatible', baseUrl)).toBe(vendor);
    },
  );
});
