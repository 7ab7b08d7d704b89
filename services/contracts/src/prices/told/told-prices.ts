import { z } from 'zod';
import { usdNumber } from '../../budgets/usd-text.ts';
import type { PriceChange, PricePeriod, PriceSource, Schedule } from '../price-list.ts';
import type { PricesInForce } from '../price-schedule.ts';
import type { Rates } from '../prices.ts';
import type { KeyFragment } from '../../snapshot/sections/keys.ts';

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

/** What a model costs, as APIs answer it. */
export const toldPrices = z.object({
  currency: z.literal('USD'),
  ...rates,
  price_per_request: usd,
  price_per_image: usd,
  price_per_minute: usd,
  character_price_per_million: usd,
  batch_discount_percent: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'What is taken off all of these for requests of batches.' }),
  tiers: z.array(z.object({ above_input_tokens: z.int(), ...rates })).meta({
    description: 'Prices of requests with longer prompts: they hold for all their tokens.',
  }),
  source: z.string().nullable().meta({
    description:
      'Where the prices come from: the object, or the data that came with the release; null where there are none.',
  }),
  price_version: z.string().meta({ description: 'As usage records name these prices.' }),
  updated_at: z.iso.datetime().nullable().meta({
    description:
      'Since when they are so: since a price began or ended by its date, or its object was last written, whichever came last; the day of the data that came with the release. Null where nobody knows.',
  }),
});
export type ToldPrices = z.output<typeof toldPrices>;

/** A model's prices, with what its object is called and when (Unix seconds) it was created. */
export interface PricedModel extends Schedule {
  readonly name: string;
  readonly created: number;
}

/** Who is told what models cost. */
export interface PriceReader {
  readonly role: KeyFragment['role'];
  /** Undefined: of no organization. */
  readonly organization: string | undefined;
}

/** A moment, and who is told of it; undefined: whoever asks. */
export interface Telling {
  readonly nowMs: number;
  readonly reader: PriceReader | undefined;
}

/** The prices that are in force at a moment. */
export function tellPrices(
  model: PricedModel,
  prices: PricesInForce,
  telling: Telling,
): ToldPrices {
  return {
    currency: 'USD',
    ...toRates(prices.rates),
    price_per_request: piece(prices.perRequest),
    price_per_image: piece(prices.perImage),
    price_per_minute: piece(prices.perMinute),
    character_price_per_million: piece(prices.perMillionCharacters),
    batch_discount_percent: usdNumber(prices.batchDiscount),
    tiers: prices.tiers
      .map((tier) => ({ above_input_tokens: tier.aboveInputTokens, ...toRates(tier.rates) }))
      .reverse(),
    ...originOf(model, prices, telling),
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

const piece = (nanoUsd: bigint): number | null => (nanoUsd === 0n ? null : price(nanoUsd));

/** Where the prices in force come from, and since when they are what they are. */
function originOf(
  model: PricedModel,
  { version, isPriced }: PricesInForce,
  { nowMs, reader }: Telling,
) {
  if (!isPriced) return { source: null, price_version: version, updated_at: null };
  const change = model.priceChanges?.findLast(({ at }) => Date.parse(at) <= nowMs);
  const sources = sourcesOf(change ?? model, version);
  const origin = sources.at(-1);
  return {
    source: origin ? sourceText(origin, reader) : `model: ${model.name}`,
    price_version: version,
    updated_at: since(model, change, sources),
  };
}

/** The layers that these prices are from, or those at their hours of the day; the last says most. */
const sourcesOf = (period: PricePeriod, version: string): readonly PriceSource[] =>
  (period.priceHours?.find(({ priceVersion }) => priceVersion === version) ?? period)
    .priceSources ?? [];

/**
 * Since when prices are what they are. A date at which they began or ended stands in their schedule; what was written after that counts from then on, also where it
 * says that it had begun before.
 */
function since(
  { created }: PricedModel,
  change: PriceChange | undefined,
  sources: readonly PriceSource[],
): string | null {
  const known = [
    change?.at,
    ...(sources.length === 0 ? [fromSeconds(created)] : []),
    ...sources.map(
      (source) => sinceOf(source) ?? (source.layer === 'model' ? fromSeconds(created) : undefined),
    ),
  ].flatMap((moment) => momentOf(moment) ?? []);
  return known.sort().at(-1) ?? null;
}

const sinceOf = ({ layer, date, written }: PriceSource): string | undefined =>
  layer === 'bundled' ? date : written;

function sourceText(origin: PriceSource, reader: PriceReader | undefined): string {
  const { layer, name, source } = origin;
  if (layer === 'catalog' && !mayRead(origin, reader)) return layer;
  return [layer, name, source].filter((one) => one !== undefined).join(': ');
}

/** Whether somebody may read a PriceCatalog: who runs the platform, and who runs or watches the organization that it is of. */
function mayRead(
  { organization }: Pick<PriceSource, 'organization'>,
  reader: PriceReader | undefined,
): boolean {
  if (!reader || reader.role === 'member') return false;
  if (reader.role === 'platform_admin') return true;
  return organization !== undefined && organization === reader.organization;
}

const momentOf = (date: string | undefined): string | undefined => {
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};

const fromSeconds = (seconds: number): string => new Date(seconds * 1_000).toISOString();
