import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { JsonObject } from '../../conversation/conversation.ts';
import { countOf, objectOf } from '../../json/members.ts';

/** Counts of a message's usage, as far as they have come; each replaces the one before. Names are Anthropic's. */
export interface MessageCounts {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly output_tokens?: number;
  readonly thinking_tokens?: number;
}

const NAMES = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'output_tokens',
] as const;

/**
 * What a usage object says, put into what is known. A stream says the prompt's counts when it begins and those of the answer at its end, where it may say the
 * prompt's again: all are sums so far. Undefined where it says nothing, and nothing was known.
 */
export function mergeCounts(known: MessageCounts | undefined, usage: unknown) {
  const said = objectOf(usage);
  if (!said) return known;
  const merged: Record<string, number> = { ...known };
  for (const name of NAMES) take(merged, name, said[name]);
  take(merged, 'thinking_tokens', objectOf(said.output_tokens_details)?.thinking_tokens);
  return Object.keys(merged).length === 0 ? undefined : (merged as MessageCounts);
}

function take(merged: Record<string, number>, name: string, value: unknown): void {
  const count = countOf(value);
  if (count !== undefined) merged[name] = count;
}

/** Anthropic's counts exclude each other already, but for thinking, which is part of the output. */
export function toMessageBuckets(counts: MessageCounts): TokenBuckets {
  const output = counts.output_tokens ?? 0;
  const reasoning = Math.min(counts.thinking_tokens ?? 0, output);
  return {
    input: counts.input_tokens ?? 0,
    cached_input: counts.cache_read_input_tokens ?? 0,
    cache_write: counts.cache_creation_input_tokens ?? 0,
    output: output - reasoning,
    reasoning,
    audio_input: 0,
    audio_output: 0,
  };
}

/** Buckets as a message tells them. */
export const messageUsageOf = (tokens: TokenBuckets): JsonObject => ({
  input_tokens: tokens.input + tokens.audio_input,
  cache_creation_input_tokens: tokens.cache_write,
  cache_read_input_tokens: tokens.cached_input,
  output_tokens: tokens.output + tokens.reasoning + tokens.audio_output,
  output_tokens_details: { thinking_tokens: tokens.reasoning },
});
