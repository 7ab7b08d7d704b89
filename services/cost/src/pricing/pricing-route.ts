import { defineRoute, type Route } from '@aicp/api-kit/route/route';
import type { Rates } from '@aicp/contracts/prices/prices';
import type { PricePeriod, PriceSource } from '@aicp/contracts/prices/price-list';
import type { PricesInForce } from '@aicp/contracts/prices/price-schedule';
import { z } from 'zod';
import { usdNumber } from '@aicp/contracts/budgets/usd-text';
import { openRoute, type RouteParts } from '../access/route-parts.ts';
import type { CostModel } from '../snapshot/cost-model.ts';
import { visibleModels } from '../access/visible-models.ts';

const usd = z.number().min(0).nullable();
const rates = {
  input_price_per_million: usd,
  output_price_per_million: usd,
  cached_input_price_per_million: usd,
  cache_write_price_per_million: usd,
  reasoning_price_per_million: usd,
  audio_input_price_per_million: usd,
  audio_output_price_per_million: usd,
};
const pricing = z
  .object({
    model: z.string(),
    currency: z.literal('USD'),
    ...rates,
    price_per_request: usd,
    tiers: z.array(z.object({ above_input_tokens: z.int(), ...rates })).meta({
      description: 'Prices of requests with longer prompts: they hold for all their tokens.',
    }),
    source: z.string().nullable().meta({
      description:
        'Where the prices come from: the object, or the data that came with the release; null where there are none.',
    }),
    price_version: z.string().meta({ description: 'As usage records name these prices.' }),
    updated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Pricing' });

/** `GET /pricing`. */
export const pricingRoute = (parts: RouteParts): Route =>
  defineRoute({
    ...openRoute(parts),
    method: 'get',
    path: '/pricing',
    operationId: 'listPricing',
    summary: 'What models cost now',
    tag: 'Predictions',
    answers: {
      200: { description: 'The models that the caller may ask about.', schema: z.array(pricing) },
    },
    handler: ({ request }) => {
      const { callers, snapshot, clock } = parts;
      const nowMs = clock.now();
      const models = visibleModels(snapshot.current, callers.of(request), nowMs);
      return Promise.resolve({ status: 200, body: models.map((model) => toPricing(model, nowMs)) });
    },
  });

function toPricing(model: CostModel, nowMs: number): z.input<typeof pricing> {
  const prices = model.pricing.at(nowMs);
  return {
    model: model.id,
    currency: 'USD',
    ...toRates(prices.rates),
    price_per_request: prices.perRequest === 0n ? null : usdNumber(prices.perRequest),
    tiers: prices.tiers
      .map((tier) => ({ above_input_tokens: tier.aboveInputTokens, ...toRates(tier.rates) }))
      .reverse(),
    ...originOf(model, prices, nowMs),
  };
}

const toRates = (of: Rates) => ({
  input_price_per_million: price(of.input),
  output_price_per_million: price(of.output),
  cached_input_price_per_million: price(of.cachedInput),
  cache_write_price_per_million: price(of.cacheWrite),
  reasoning_price_per_million: price(of.reasoning),
  audio_input_price_per_million: price(of.audioInput),
  audio_output_price_per_million: price(of.audioOutput),
});

const price = (nanoUsd: bigint | undefined): number | null =>
  nanoUsd === undefined ? null : usdNumber(nanoUsd);

/** Where the prices in force come from, and since when they are what they are. */
function originOf(model: CostModel, { version, isPriced }: PricesInForce, nowMs: number) {
  const { fragment } = model;
  if (!isPriced) return { source: null, price_version: version, updated_at: null };
  const change = fragment.priceChanges?.findLast(({ at }) => Date.parse(at) <= nowMs);
  const origin = highestLayer(change ?? fragment, version);
  const since = momentOf(origin?.date) ?? momentOf(change?.at) ?? fromSeconds(fragment.created);
  return {
    source: sourceText(origin) ?? `model: ${fragment.name}`,
    price_version: version,
    updated_at: since,
  };
}

/** The last that says anything of these prices, or of those at their hours of the day. */
const highestLayer = (period: PricePeriod, version: string): PriceSource | undefined =>
  (
    period.priceHours?.find(({ priceVersion }) => priceVersion === version) ?? period
  ).priceSources?.at(-1);

const sourceText = (origin: PriceSource | undefined): string | undefined =>
  origin && [origin.layer, origin.name, origin.source].filter((one) => one).join(': ');

const momentOf = (date: string | undefined): string | undefined => {
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};

const fromSeconds = (seconds: number): string => new Date(seconds * 1_000).toISOString();
