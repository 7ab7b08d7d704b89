import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import type { ApiObject } from '../../../api/api-object.ts';

export type EffectivePrices = NonNullable<ApiSchemas['Model']['effective_prices']>;

/** What a model costs now; undefined where no snapshot has it yet. */
export const pricesOf = ({ effective_prices: prices }: ApiObject): EffectivePrices | undefined =>
  typeof prices === 'object' && prices !== null ? (prices as EffectivePrices) : undefined;

/** A kind of tokens, and what a million of them cost. */
export interface PriceLine {
  readonly title: string;
  readonly field: PerMillion;
}

type PerMillion = Extract<keyof EffectivePrices['tiers'][number], `${string}_per_million`>;

export const PER_MILLION: readonly PriceLine[] = [
  { title: 'Input', field: 'input_price_per_million' },
  { title: 'Output', field: 'output_price_per_million' },
  { title: 'Input from the cache', field: 'cached_input_price_per_million' },
  { title: 'Input written to the cache', field: 'cache_write_price_per_million' },
  { title: 'Reasoning', field: 'reasoning_price_per_million' },
  { title: 'Audio in', field: 'audio_input_price_per_million' },
  { title: 'Audio out', field: 'audio_output_price_per_million' },
];

/** Kinds of tokens that have a price of their own, always with input and output. */
export const pricedLines = (prices: EffectivePrices): readonly PriceLine[] =>
  PER_MILLION.filter(
    ({ field }, index) => index < 2 || prices[field] !== null || hasTierPrice(prices, field),
  );

/** What sound and speech cost where they are no tokens, and what batches cost less, as sentences. */
export function pieceTexts(
  prices: EffectivePrices,
  usdText: (usd: number) => string,
): readonly string[] {
  const { price_per_minute: minute, character_price_per_million: characters } = prices;
  const { batch_discount_percent: ofBatches } = prices;
  return [
    ...(minute === null
      ? []
      : [`A minute of sound that is written down costs ${usdText(minute)}.`]),
    ...(characters === null
      ? []
      : [`A million characters that are spoken cost ${usdText(characters)}.`]),
    ...(ofBatches === 0 ? [] : [`Requests of batches cost ${ofBatches} % less.`]),
  ];
}

const hasTierPrice = ({ tiers }: EffectivePrices, field: PerMillion): boolean =>
  tiers.some((tier) => tier[field] !== null);

/** What a request of so many tokens costs, USD; undefined where the price of one of the two is not known. */
export function costOf(
  prices: EffectivePrices,
  tokens: { readonly input: number; readonly output: number },
): number | undefined {
  const tier = prices.tiers.findLast(({ above_input_tokens: from }) => tokens.input > from);
  const input = tier?.input_price_per_million ?? prices.input_price_per_million;
  const output = tier?.output_price_per_million ?? prices.output_price_per_million;
  if (input === null || output === null) return undefined;
  const each = prices.price_per_request ?? 0;
  return (tokens.input * input + tokens.output * output) / 1_000_000 + each;
}
