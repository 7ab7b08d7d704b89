import { z } from 'zod';

/** Integer nano-USD, as text because it may pass 2^53. */
const price = z
  .string()
  .regex(/^[0-9]+$/, { error: 'may hold digits only' })
  .optional();

/** Nano-USD per million tokens of each bucket. */
const tokenPrices = z.object({
  input: price,
  output: price,
  cachedInput: price,
  cacheWrite: price,
  reasoning: price,
  audioInput: price,
  audioOutput: price,
});
export type TokenPrices = z.output<typeof tokenPrices>;

/** What a model costs, as snapshots tell it. `toPrices` says what an absent price means. */
export const priceList = tokenPrices.extend({
  /** Nano-USD for each request that is answered, beside its tokens. */
  perRequest: price,
  /** Nano-USD for each image that is made. */
  perImage: price,
  /** Nano-USD for each minute of sound that is written down. */
  perMinute: price,
  /** Nano-USD for each million characters that are spoken. */
  perMillionCharacters: price,
  /** What is taken off all of these for requests of batches: billionths of a percent. */
  batchDiscount: price,
  /**
   * Prices of requests whose prompt has more tokens than `aboveInputTokens`, what was cached included. They hold for all tokens of such a request, not only for
   * those beyond. What a tier does not say is as without it.
   */
  tiers: z.array(tokenPrices.extend({ aboveInputTokens: z.int().min(0) })).optional(),
});
export type PriceList = z.output<typeof priceList>;

export const TOKEN_PRICES = Object.keys(tokenPrices.shape) as readonly (keyof TokenPrices)[];

/** Where prices come from: a layer of them. */
export const priceSource = z.object({
  /** `bundled`: data that came with the release; `catalog`: a PriceCatalog; `model`: the Model's own fields. */
  layer: z.enum(['bundled', 'catalog', 'model']),
  /** What is called so there: a model of the data, or the object's name. */
  name: z.string(),
  /** Of a catalog: whose it is; absent: the platform's. */
  organization: z.string().optional(),
  /** Where that has them from, as it says. */
  source: z.string().optional(),
  /** The day on which the data was taken, or on which the price began. */
  date: z.string().optional(),
  /** When the object was last written (RFC 3339), which may be after it first said these prices; absent where nobody knows. */
  written: z.string().optional(),
});
export type PriceSource = z.output<typeof priceSource>;

const priced = z.object({
  prices: priceList,
  /** Names these prices in every record that used them: a digest of them is in it. */
  priceVersion: z.string(),
  /** The layers that the prices were taken from, the lowest first; none where there is no price. */
  priceSources: z.array(priceSource).optional(),
});

/** Prices that hold at certain times of the day (UTC) alone, from the second `from` on until before `until`; past midnight where that is the smaller. */
const priceHours = priced.extend({
  fromSecond: z.int().min(0).max(86_399),
  untilSecond: z.int().min(0).max(86_399),
});
export type PriceHours = z.output<typeof priceHours>;

const pricePeriod = priced.extend({ priceHours: z.array(priceHours).optional() });
export type PricePeriod = z.output<typeof pricePeriod>;

const priceChange = pricePeriod.extend({ at: z.string() });
export type PriceChange = z.output<typeof priceChange>;

/** What a model costs and when. `PriceSchedule` says which of it holds at a moment. */
export const schedule = pricePeriod.extend({
  /** What holds from the moment `at` (RFC 3339) on in place of what was before, earliest first. */
  priceChanges: z.array(priceChange).optional(),
});
export type Schedule = z.output<typeof schedule>;
