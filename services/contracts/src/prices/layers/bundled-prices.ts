import type { PriceList, PriceSource, TokenPrices } from '../price-list.ts';
import { plainDecimal, toNano } from '../decimal-text.ts';
import {
  calcPrice,
  findProvider,
  type ConditionalPrice,
  type ModelInfo,
  type ModelPrice,
} from '@pydantic/genai-prices';
import type { Hours, LayerEntry, PriceLayer } from './price-layer.ts';

/** The prices that come with the release: the version of the package, and the day on which it was published. Nothing is fetched. */
export const BUNDLED = { package: '@pydantic/genai-prices', version: '0.1.8', date: '2026-09-23' };

/** What the data calls the vendors behind types of providers. */
const VENDORS: Readonly<Partial<Record<string, string>>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  azure_openai: 'azure',
  bedrock: 'aws',
  gemini: 'google',
  vertex: 'google',
  mistral: 'mistral',
  groq: 'groq',
  deepseek: 'deepseek',
  xai: 'x-ai',
  together: 'together',
  fireworks: 'fireworks',
  openrouter: 'openrouter',
  perplexity: 'perplexity',
  cohere: 'cohere',
};

/** The vendor at a provider's address, else the one that its type says; undefined where nobody knows, as of one's own servers. */
export function vendorOf(type: string, baseUrl: string | undefined): string | undefined {
  if (type === 'simulated') return undefined;
  const known = baseUrl === undefined ? undefined : findProvider({ providerApiUrl: baseUrl });
  return known?.id ?? VENDORS[type];
}

/** Whether the data has a vendor of this id. */
export const isVendor = (id: string): boolean => findProvider({ providerId: id })?.id === id;

/** More than any installation asks of; when it is full, it begins anew. */
const MOST_KNOWN = 20_000;

interface Known {
  readonly layer: PriceLayer;
  readonly contextWindow: number | undefined;
}

const NOTHING: Known = { layer: [], contextWindow: undefined };

/** The bundled prices of models. Finding one takes 70 µs, and the same is asked again with every change: what was found is kept. */
export class BundledPrices {
  private readonly known = new Map<string, Known>();

  /** What the data says of a vendor's model; nothing of one that it does not know. */
  layerOf(vendor: string | undefined, upstreamModel: string): PriceLayer {
    return this.knownOf(vendor, upstreamModel).layer;
  }

  /** How many tokens fit into one request of a vendor's model and its answer, as the data says; undefined where it does not. */
  contextWindowOf(vendor: string | undefined, upstreamModel: string): number | undefined {
    return this.knownOf(vendor, upstreamModel).contextWindow;
  }

  private knownOf(vendor: string | undefined, upstreamModel: string): Known {
    if (vendor === undefined) return NOTHING;
    const key = `${vendor} ${upstreamModel}`;
    let known = this.known.get(key);
    if (known === undefined) {
      if (this.known.size >= MOST_KNOWN) this.known.clear();
      const found = calcPrice({}, upstreamModel, { providerId: vendor, timestamp: new Date(0) });
      known = found
        ? {
            layer: toLayer(
              found.model,
              `${found.provider.id}/${found.model.id}`,
              BATCH_DISCOUNTS.get(vendor),
            ),
            contextWindow: found.model.context_window,
          }
        : spoken(key);
      this.known.set(key, known);
    }
    return known;
  }
}

export const bundledPrices = new BundledPrices();

/**
 * What vendors take off for requests of batches, which the data has not: billionths of a percent. Half, says OpenAI's guide of its Batch API of every model that is served
 * there, and Azure's of global batches.
 */
const BATCH_DISCOUNTS: ReadonlyMap<string, string> = new Map([
  ['openai', '50000000000'],
  ['azure', '50000000000'],
]);

/** What the data has not, which knows no prices of characters: nano-USD a million (OpenAI's pages of its models "TTS-1" and "TTS-1 HD"). */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['openai tts-1', '15000000000'],
  ['openai tts-1-1106', '15000000000'],
  ['openai tts-1-hd', '30000000000'],
  ['openai tts-1-hd-1106', '30000000000'],
]);

function spoken(key: string): Known {
  const perMillionCharacters = SPOKEN.get(key);
  if (perMillionCharacters === undefined) return NOTHING;
  const source: PriceSource = {
    ...{ layer: 'bundled', name: key.replace(' ', '/'), source: 'platform.openai.com/docs/models' },
    date: BUNDLED.date,
  };
  return {
    layer: [{ says: { prices: { perMillionCharacters } }, source }],
    contextWindow: undefined,
  };
}

/** A model of the data as a layer. What had ended when the data was published is left out. `batchDiscount`: billionths of a percent. */
export function toLayer(
  { prices }: Pick<ModelInfo, 'prices'>,
  name: string,
  batchDiscount?: string,
): PriceLayer {
  const source: PriceSource = {
    layer: 'bundled',
    name,
    source: `${BUNDLED.package} ${BUNDLED.version}`,
    date: BUNDLED.date,
  };
  const all: readonly ConditionalPrice[] = Array.isArray(prices) ? prices : [{ prices }];
  const begun = all.findLastIndex(({ constraint }) => isBegun(constraint));
  return all.slice(Math.max(begun, 0)).map((one, index): LayerEntry => {
    const { constraint } = one;
    const isFirst = index === 0;
    return {
      says: { prices: withDiscount(toList(one.prices), batchDiscount) },
      source,
      ...(constraint?.type === 'time_of_date' ? { hours: hoursOf(constraint) } : {}),
      ...(constraint?.type === 'start_date' && !isFirst
        ? { from: Date.parse(constraint.start_date) }
        : {}),
    };
  });
}

/** Batches are of requests that are charged by tokens. */
const withDiscount = (list: PriceList, batchDiscount: string | undefined): PriceList =>
  batchDiscount === undefined || list.input === undefined ? list : { ...list, batchDiscount };

/** Whether a price held from a day on that had come when the data was published. */
const isBegun = (constraint: ConditionalPrice['constraint']): boolean =>
  constraint?.type === 'start_date' && constraint.start_date <= BUNDLED.date;

type TimeOfDay = Extract<NonNullable<ConditionalPrice['constraint']>, { type: 'time_of_date' }>;

const hoursOf = ({ start_time, end_time }: TimeOfDay): Hours => ({
  fromSecond: secondOf(start_time),
  untilSecond: secondOf(end_time),
});

/** `00:30:00Z`, or with an offset. */
const secondOf = (time: string): number => (Date.parse(`1970-01-02T${time}`) / 1000) % 86_400;

/** The data's words for token prices; of the others nothing is charged here. */
const TOKENS: readonly (readonly [theirs: string, ours: keyof TokenPrices])[] = [
  ['input_mtok', 'input'],
  ['output_mtok', 'output'],
  ['cache_read_mtok', 'cachedInput'],
  ['cache_write_mtok', 'cacheWrite'],
  ['output_reasoning_mtok', 'reasoning'],
  ['input_audio_mtok', 'audioInput'],
  ['output_audio_mtok', 'audioOutput'],
];

function toList(prices: ModelPrice): PriceList {
  const { requests_kcount: perThousand, input_audio_hours: ofHours } = prices;
  const starts = new Set(Object.values(prices).flatMap(startsOf));
  const tiers = [...starts]
    .sort((a, b) => a - b)
    .map((start) => ({ aboveInputTokens: start, ...tokenPrices(prices, start) }));
  return {
    ...tokenPrices(prices, -1),
    ...(typeof perThousand === 'number' ? { perRequest: nanoOf(perThousand, -3) } : {}),
    ...(typeof ofHours === 'number' ? { perMinute: ofMinute(ofHours) } : {}),
    ...(tiers.length > 0 ? { tiers } : {}),
  };
}

/** Of an hour, rounded half up to a billionth of a dollar. */
const ofMinute = (ofHour: number): string => ((BigInt(nanoOf(ofHour)) + 30n) / 60n).toString();

type Amount = ModelPrice[string];

const startsOf = (amount: Amount): number[] =>
  typeof amount === 'object' ? amount.tiers.map(({ start }) => start) : [];

/** The prices of prompts that are a token longer than `start`. */
function tokenPrices(prices: ModelPrice, start: number): TokenPrices {
  return Object.fromEntries(
    TOKENS.flatMap(([theirs, ours]) => {
      const amount = priceAt(prices[theirs], start);
      return amount === undefined ? [] : [[ours, nanoOf(amount)]];
    }),
  );
}

function priceAt(amount: Amount, start: number): number | undefined {
  if (typeof amount !== 'object') return amount;
  const reached = amount.tiers.filter((tier) => tier.start <= start);
  reached.sort((one, other) => one.start - other.start);
  return reached.at(-1)?.price ?? amount.base;
}

/** A price of the data, a binary float, by the shortest decimal that stands for it; nothing of that is lost within nine decimals. */
export function nanoOf(amount: number, shift = 0): string {
  const plain = plainDecimal(String(amount), shift);
  if (plain === undefined) throw new RangeError(`no price: ${amount}`);
  return toNano(plain).toString();
}
