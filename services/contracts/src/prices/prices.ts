import type { PriceList, TokenPrices } from './price-list.ts';

/** Nano-USD per million tokens of each bucket; undefined where the model has no such price. */
export type Rates = Readonly<Record<keyof TokenPrices, bigint | undefined>>;

/** A model's prices, ready to reckon with. */
export interface Prices {
  /** Of requests that are in no tier. */
  readonly rates: Rates;
  /** The longest prompts first. */
  readonly tiers: readonly { readonly aboveInputTokens: number; readonly rates: Rates }[];
  /** Nano-USD. */
  readonly perRequest: bigint;
  /** Nano-USD; of images that are made: no answer of a chat says how many it holds. */
  readonly perImage: bigint;
  /** Whether every request has a cost, whatever it uses. */
  readonly isPriced: boolean;
}

/** Modes whose answers hold no tokens, or are charged by what is sent, so that they need no price for any. */
const WITHOUT_OUTPUT: ReadonlySet<string> = new Set([
  ...['embedding', 'moderation', 'rerank', 'speech', 'transcription', 'audio'],
]);

/**
 * Prices of a model in a mode. Cached input, cache writes and audio cost as input where they have no price of their own, reasoning and audio of the answer as output.
 * Where there is a price for requests alone, tokens cost nothing, and so where a model that makes images has one for images alone.
 */
export function toPrices(list: PriceList, mode: string): Prices {
  const free = isByPiece(list, mode) ? '0' : undefined;
  const defaults: TokenPrices = {
    input: free,
    output: free ?? (WITHOUT_OUTPUT.has(mode) ? '0' : undefined),
  };
  const base = {
    ...list,
    input: list.input ?? defaults.input,
    output: list.output ?? defaults.output,
  };
  const rates = toRates(base);
  return {
    rates,
    tiers: (list.tiers ?? [])
      .map(({ aboveInputTokens, ...own }) => ({
        aboveInputTokens,
        rates: toRates({ ...base, ...said(own) }),
      }))
      .sort((one, other) => other.aboveInputTokens - one.aboveInputTokens),
    perRequest: amount(list.perRequest) ?? 0n,
    perImage: amount(list.perImage) ?? 0n,
    isPriced: rates.input !== undefined && rates.output !== undefined,
  };
}

/** The rates of a request with so many tokens in its prompt. The whole request is charged by them. */
export function ratesFor({ rates, tiers }: Prices, inputTokens: number): Rates {
  for (const tier of tiers) if (inputTokens > tier.aboveInputTokens) return tier.rates;
  return rates;
}

const isByPiece = ({ input, output, perRequest, perImage }: PriceList, mode: string): boolean =>
  input === undefined &&
  output === undefined &&
  (perRequest !== undefined || (mode === 'image' && perImage !== undefined));

function toRates(prices: TokenPrices): Rates {
  const input = amount(prices.input);
  const output = amount(prices.output);
  return {
    input,
    cachedInput: amount(prices.cachedInput) ?? input,
    cacheWrite: amount(prices.cacheWrite) ?? input,
    audioInput: amount(prices.audioInput) ?? input,
    output,
    reasoning: amount(prices.reasoning) ?? output,
    audioOutput: amount(prices.audioOutput) ?? output,
  };
}

/** Without what is undefined, so that it hides nothing. */
const said = (prices: TokenPrices): TokenPrices =>
  Object.fromEntries(Object.entries(prices).filter(([, value]) => value !== undefined));

const amount = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : BigInt(text);
