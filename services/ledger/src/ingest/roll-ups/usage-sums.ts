import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { storedTokens } from '../rows/stored-number.ts';

/** What requests of one dimension used in one stretch of time. */
export interface UsageSums extends Record<keyof TokenBuckets, number> {
  readonly startsMs: number;
  readonly dimension: number;
  requests: number;
  unpriced: number;
  costNano: bigint;
}

/** A record, or a sum of many. */
export interface Counted {
  readonly atMs: number;
  readonly dimension: number;
  readonly requests: number;
  readonly tokens: TokenBuckets;
  /** Null where the model has no price. */
  readonly costNano: number | null;
}

/** Adds up by stretches of `ms` and dimensions, in the order in which all who write write: by time, then by dimension. */
export function sumsOf(counted: readonly Counted[], ms: number): UsageSums[] {
  const sums = new Map<string, UsageSums>();
  for (const { atMs, dimension, requests, tokens, costNano } of counted) {
    const startsMs = Math.floor(atMs / ms) * ms;
    const key = `${startsMs}/${dimension}`;
    const sum = sums.get(key) ?? nothing(startsMs, dimension);
    sums.set(key, sum);
    sum.requests += requests;
    if (costNano === null) sum.unpriced += requests;
    else sum.costNano += BigInt(costNano);
    for (const bucket of TOKEN_BUCKETS) sum[bucket] += storedTokens(tokens[bucket]);
  }
  return [...sums.values()].sort((a, b) => a.startsMs - b.startsMs || a.dimension - b.dimension);
}

const nothing = (startsMs: number, dimension: number): UsageSums => ({
  startsMs,
  dimension,
  requests: 0,
  unpriced: 0,
  costNano: 0n,
  input: 0,
  cached_input: 0,
  cache_write: 0,
  output: 0,
  reasoning: 0,
  audio_input: 0,
  audio_output: 0,
});
