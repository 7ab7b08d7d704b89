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
  /** Nano-USD; of sound that is written down. */
  readonly perMinute: bigint;
  /** Nano-USD; of characters that are spoken. */
  readonly perMillionCharacters: bigint;
  /** What is taken off all of these for requests of batches: billionths of a percent. */
  readonly batchDiscount: bigint;
  /** Whether every request has a cost, whatever it uses; but for those of {@link unpricedUse}. */
  readonly isPriced: boolean;
  /** What a model may be asked for and has no price of, though it has one of the other; absent: nothing. */
  readonly unpricedUse?: SoundUse | undefined;
}

/** What models of mode `audio` are asked for: texts that they speak, and sounds that they hear. */
export type SoundUse = 'spoken' | 'heard';

/** Modes whose answers hold no tokens, or are charged by what is sent, so that they need no price for any. */
const WITHOUT_OUTPUT: ReadonlySet<string> = new Set([
  ...['embedding', 'moderation', 'rerank', 'speech', 'transcription', 'audio'],
]);

/**
 * Prices of a model in a mode. Cached input, cache writes and audio cost as input where they have no price of their own, reasoning and audio of the answer as output.
 * Where there is a price for requests alone, tokens cost nothing, and so where a model has one for what it is for alone: images that it makes, minutes that it writes
 * down, characters that it speaks.
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
    perRequest: amountOrNothing(list.perRequest),
    perImage: amountOrNothing(list.perImage),
    perMinute: amountOrNothing(list.perMinute),
    perMillionCharacters: amountOrNothing(list.perMillionCharacters),
    batchDiscount: amountOrNothing(list.batchDiscount),
    isPriced: rates.input !== undefined && rates.output !== undefined,
    unpricedUse: unpricedUseOf(list, mode),
  };
}

/** Where a model of mode `audio` is charged by one kind of pieces alone, the other kind has no price: nobody meant it to be free. */
function unpricedUseOf(list: PriceList, mode: string): SoundUse | undefined {
  if (mode !== 'audio' || !isByPiece(list, mode) || list.perRequest !== undefined) return undefined;
  if (list.perMinute === undefined) return 'heard';
  return list.perMillionCharacters === undefined ? 'spoken' : undefined;
}

/** The rates of a request with so many tokens in its prompt. The whole request is charged by them. */
export function ratesFor({ rates, tiers }: Prices, inputTokens: number): Rates {
  for (const tier of tiers) if (inputTokens > tier.aboveInputTokens) return tier.rates;
  return rates;
}

/** By what models of a mode may be charged alone. */
const PIECES_OF: Readonly<Partial<Record<string, readonly (keyof PriceList)[]>>> = {
  image: ['perImage'],
  transcription: ['perMinute'],
  speech: ['perMillionCharacters'],
  audio: ['perMinute', 'perMillionCharacters'],
};

const isByPiece = (list: PriceList, mode: string): boolean =>
  list.input === undefined &&
  list.output === undefined &&
  (list.perRequest !== undefined ||
    (PIECES_OF[mode] ?? []).some((piece) => list[piece] !== undefined));

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

const amountOrNothing = (text: string | undefined): bigint => amount(text) ?? 0n;
