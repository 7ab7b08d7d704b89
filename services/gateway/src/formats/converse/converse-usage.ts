import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { countOf, objectOf } from '../json/members.ts';

/**
 * Bedrock's count of tokens as buckets that never overlap. `inputTokens` are those that were neither read from the cache nor written to it
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html). Where the total says that they hold the cached ones, these are taken out.
 * Reasoning is counted within the output.
 */
export function converseBuckets(value: unknown): TokenBuckets | undefined {
  const usage = objectOf(value) ?? {};
  const input = countOf(usage.inputTokens);
  const output = countOf(usage.outputTokens);
  if (input === undefined || output === undefined) return undefined;
  const cached_input = countOf(usage.cacheReadInputTokens) ?? 0;
  const cache_write = countOf(usage.cacheWriteInputTokens) ?? 0;
  const cached = cached_input + cache_write;
  const isWithin = usage.totalTokens === input + output && cached <= input;
  const uncached = isWithin ? input - cached : input;
  return { ...NO_TOKENS, input: uncached, cached_input, cache_write, output };
}
