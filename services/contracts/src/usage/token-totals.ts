import type { TokenBuckets } from './usage-record.ts';

/** Tokens of the prompt: what was read from the cache and written to it, and its audio, belong to it. */
export const inputOf = (tokens: TokenBuckets): number =>
  tokens.input + tokens.cached_input + tokens.cache_write + tokens.audio_input;

/** Tokens of the answer, with reasoning and audio. */
export const outputOf = (tokens: TokenBuckets): number =>
  tokens.output + tokens.reasoning + tokens.audio_output;

/** All tokens together: the buckets do not overlap. */
export const totalOf = (tokens: TokenBuckets): number => inputOf(tokens) + outputOf(tokens);
