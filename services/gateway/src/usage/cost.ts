import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';

/** Nano-USD per million tokens of each bucket; undefined where the model has no such price. */
export type Prices = Readonly<Record<keyof ModelFragment['prices'], bigint | undefined>>;

const MILLION = 1_000_000n;
const NANO = 1e9;

/** A model's prices; cached input, cache writes and audio cost as input where they have no price of their own, reasoning and audio as output. */
export function toPrices(prices: ModelFragment['prices']): Prices {
  const input = amount(prices.input);
  const output = amount(prices.output);
  return {
    input,
    cachedInput: amount(prices.cachedInput) ?? input,
    cacheWrite: amount(prices.cacheWrite) ?? input,
    output,
    reasoning: amount(prices.reasoning) ?? output,
    audioInput: amount(prices.audioInput) ?? input,
    audioOutput: amount(prices.audioOutput) ?? output,
  };
}

const amount = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : BigInt(text);

/**
 * What the tokens cost in nano-USD, rounded half up once; null where a price that is needed is missing. Never more than a number holds
 * exactly, which is nine million USD: no record may be lost to a sum that cannot be written.
 */
export function costOf(tokens: TokenBuckets, prices: Prices): number | null {
  const parts = [
    partOf(tokens.input, prices.input),
    partOf(tokens.cached_input, prices.cachedInput),
    partOf(tokens.cache_write, prices.cacheWrite),
    partOf(tokens.output, prices.output),
    partOf(tokens.reasoning, prices.reasoning),
    partOf(tokens.audio_input, prices.audioInput),
    partOf(tokens.audio_output, prices.audioOutput),
  ];
  let sum = 0n;
  for (const part of parts) {
    if (part === undefined) return null;
    sum += part;
  }
  const cost = (sum + MILLION / 2n) / MILLION;
  return Math.min(Number(cost), Number.MAX_SAFE_INTEGER);
}

function partOf(tokens: number, price: bigint | undefined): bigint | undefined {
  if (tokens === 0) return 0n;
  return price === undefined ? undefined : BigInt(tokens) * price;
}

/** Nano-USD as a decimal number of USD, without trailing zeros: 1500 is `0.0000015`. */
export function formatUsd(nanoUsd: number): string {
  let fraction = nanoUsd % NANO;
  const whole = (nanoUsd - fraction) / NANO;
  if (fraction === 0) return String(whole);
  let digits = 9;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits -= 1;
  }
  return `${whole}.${String(fraction).padStart(digits, '0')}`;
}
