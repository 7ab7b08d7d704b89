import { inputOf } from '../usage/token-totals.ts';
import type { TokenBuckets } from '../usage/usage-record.ts';
import { ratesFor, type Prices, type Rates, type SoundUse } from './prices.ts';

const MILLION = 1_000_000n;
const HALF = MILLION / 2n;
/** A minute has 60,000 milliseconds, and so a millionth of a price by the minute is no whole number of milliseconds: three of them are 50. */
const THIRDS = 3n;
const THIRDS_OF_A_MILLISECOND = 50n;

/** What a request used beside its tokens. */
export interface Pieces {
  /** 1 for a request that was answered; 0 for one that a provider refused or nobody was asked. */
  readonly requests: number;
  /** Images that were made; absent: none. */
  readonly images?: number | undefined;
  /** Milliseconds of sound that were written down; absent: none. */
  readonly heardMs?: number | undefined;
  /** Characters that were spoken; absent: none. */
  readonly spokenCharacters?: number | undefined;
}

/** What a request to a model of mode `audio` is for. */
export const useOf = ({ spokenCharacters }: Pick<Pieces, 'spokenCharacters'>): SoundUse =>
  spokenCharacters === undefined ? 'heard' : 'spoken';

export const ONE_REQUEST: Pieces = { requests: 1 };
export const NO_PIECES: Pieces = { requests: 0 };

/**
 * What a request costs in nano-USD, rounded half up once; undefined where a price that is needed is missing. Every vendor that has prices by the size of the context
 * charges the whole request by the tier that its prompt falls into: Gemini ("prompts > 200k tokens"), Anthropic's long context, and OpenAI's and xAI's.
 */
export function costInNanoUsd(
  tokens: TokenBuckets,
  prices: Prices,
  pieces: Pieces,
): bigint | undefined {
  if (pieces.requests > 0 && prices.unpricedUse === useOf(pieces)) return undefined;
  const rates = prices.tiers.length === 0 ? prices.rates : ratesFor(prices, inputOf(tokens));
  const millionths = millionthsOf(tokens, rates);
  if (millionths === undefined) return undefined;
  return rounded(millionths, pieces, prices) + ofPieces(pieces, prices);
}

/** Millionths of a nano-USD of tokens, sounds and characters, rounded once. */
function rounded(
  ofTokens: bigint,
  { heardMs = 0, spokenCharacters = 0 }: Pieces,
  { perMinute, perMillionCharacters }: Prices,
): bigint {
  const ofTexts = BigInt(spokenCharacters) * perMillionCharacters;
  if (heardMs === 0) return (ofTokens + ofTexts + HALF) / MILLION;
  const ofSounds = BigInt(heardMs) * perMinute * THIRDS_OF_A_MILLISECOND;
  return ((ofTokens + ofTexts + HALF) * THIRDS + ofSounds) / (MILLION * THIRDS);
}

function ofPieces({ requests, images = 0 }: Pieces, { perRequest, perImage }: Prices): bigint {
  const ofRequests = requests === 0 ? 0n : BigInt(requests) * perRequest;
  return images === 0 ? ofRequests : ofRequests + BigInt(images) * perImage;
}

/** The same as a number, for records. Never more than a number holds exactly, which is nine million USD: no record may be lost to a sum that cannot be written. */
export function costOf(tokens: TokenBuckets, prices: Prices, pieces: Pieces): number | null {
  const cost = costInNanoUsd(tokens, prices, pieces);
  return cost === undefined ? null : Math.min(Number(cost), Number.MAX_SAFE_INTEGER);
}

/** How much a request uses at most. */
interface Sizes {
  readonly input: number;
  readonly output: number;
  readonly images?: number | undefined;
}

/**
 * The most that a request with so many tokens in its prompt and its answers, and so many images, can cost, in whichever buckets the tokens turn out to be; undefined
 * where a price is missing. No request that uses as many or fewer costs more.
 */
export function mostCost({ input, output, images }: Sizes, prices: Prices): bigint | undefined {
  const reachable = prices.tiers.filter(({ aboveInputTokens }) => input > aboveInputTokens);
  const all = [prices.rates, ...reachable.map(({ rates }) => rates)];
  const costs = all.map((rates) => {
    const [dearestIn, dearestOut] = [
      most([rates.input, rates.cachedInput, rates.cacheWrite, rates.audioInput]),
      most([rates.output, rates.reasoning, rates.audioOutput]),
    ];
    if (dearestIn === undefined || dearestOut === undefined) return undefined;
    return (BigInt(input) * dearestIn + BigInt(output) * dearestOut + HALF) / MILLION;
  });
  const dearest = most(costs);
  return dearest === undefined ? undefined : dearest + ofPieces({ ...ONE_REQUEST, images }, prices);
}

function most(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  let largest = 0n;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    if (amount > largest) largest = amount;
  }
  return largest;
}

/** Nano-USD times a million. */
function millionthsOf(tokens: TokenBuckets, rates: Rates): bigint | undefined {
  const ofInput = add(
    partOf(tokens.input, rates.input),
    partOf(tokens.cached_input, rates.cachedInput),
    partOf(tokens.cache_write, rates.cacheWrite),
    partOf(tokens.audio_input, rates.audioInput),
  );
  const ofOutput = add(
    partOf(tokens.output, rates.output),
    partOf(tokens.reasoning, rates.reasoning),
    partOf(tokens.audio_output, rates.audioOutput),
    0n,
  );
  return ofInput === undefined || ofOutput === undefined ? undefined : ofInput + ofOutput;
}

type Part = bigint | undefined;

const add = (a: Part, b: Part, c: Part, d: Part): Part =>
  a === undefined || b === undefined || c === undefined || d === undefined
    ? undefined
    : a + b + c + d;

function partOf(tokens: number, price: Part): Part {
  if (tokens === 0) return 0n;
  return price === undefined ? undefined : BigInt(tokens) * price;
}
