import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { CountedTokens } from '@aicp/gateway/protocols/protocol';
import { toBuckets } from '@aicp/gateway/protocols/openai-chat/usage-object';
import type { JsonObject } from '../../conversation/conversation.ts';
import { countOf, listOf, objectOf } from '../../json/members.ts';
import { camelOf } from './gemini-members.ts';

/**
 * Google's counts as buckets that never overlap (https://ai.google.dev/api/generate-content, "UsageMetadata"). `promptTokenCount` includes what came from
 * the cache; `thoughtsTokenCount` and `toolUsePromptTokenCount` stand beside the others; what is sound is told by modality. The sum of the buckets is
 * `totalTokenCount`.
 */
export function toGeminiBuckets(value: unknown): CountedTokens | undefined {
  const usage = camelOf(value);
  if (!usage) return undefined;
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = usage;
  const heard = ofSound(usage.promptTokensDetails) - ofSound(usage.cacheTokensDetails);
  return toBuckets({
    prompt_tokens: sumOf(promptTokenCount, usage.toolUsePromptTokenCount),
    completion_tokens: sumOf(candidatesTokenCount, thoughtsTokenCount),
    total_tokens: usage.totalTokenCount,
    prompt_tokens_details: {
      cached_tokens: usage.cachedContentTokenCount,
      audio_tokens: Math.max(0, heard),
    },
    completion_tokens_details: {
      reasoning_tokens: thoughtsTokenCount,
      audio_tokens: ofSound(usage.candidatesTokensDetails),
    },
  });
}

/** The members of which one at least is there where something was counted, in both ways to write them. */
const COUNTS = [
  ...['promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount', 'toolUsePromptTokenCount'],
  ...['prompt_token_count', 'candidates_token_count'],
  ...['thoughts_token_count', 'tool_use_prompt_token_count'],
];

/** Whether `toGeminiBuckets` makes anything of it. */
export function saysUsage(value: unknown): boolean {
  const usage = objectOf(value);
  return usage !== undefined && COUNTS.some((name) => (usage[name] ?? undefined) !== undefined);
}

/** Google leaves counts of nothing out. What is no count stays what it is, so that it is found out. */
function sumOf(one: unknown, other: unknown): unknown {
  if (one === undefined) return other;
  if (other === undefined) return one;
  const [first, second] = [countOf(one), countOf(other)];
  return first === undefined || second === undefined ? Number.NaN : first + second;
}

function ofSound(details: unknown): number {
  const sounds = listOf(details)
    .map(camelOf)
    .filter((one) => one?.modality === 'AUDIO');
  return sounds.reduce((sum, one) => sum + (countOf(one?.tokenCount) ?? 0), 0);
}

/** The same buckets as Google counts them. */
export function geminiUsageOf(tokens: TokenBuckets): JsonObject {
  const { input, cached_input, cache_write, output, reasoning, audio_input, audio_output } = tokens;
  const prompt = input + cached_input + cache_write + audio_input;
  const candidates = output + audio_output;
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: candidates,
    totalTokenCount: prompt + candidates + reasoning,
    ...(cached_input > 0 ? { cachedContentTokenCount: cached_input } : {}),
    ...(reasoning > 0 ? { thoughtsTokenCount: reasoning } : {}),
    ...soundOf('promptTokensDetails', prompt, audio_input),
    ...soundOf('candidatesTokensDetails', candidates, audio_output),
  };
}

function soundOf(name: string, all: number, sound: number): JsonObject {
  const text = { modality: 'TEXT', tokenCount: all - sound };
  return sound === 0 ? {} : { [name]: [text, { modality: 'AUDIO', tokenCount: sound }] };
}
