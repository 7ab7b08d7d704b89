import { mediaUsage } from '../../protocols/media/media-usage.ts';
import { toBuckets } from '../../protocols/openai-chat/usage-object.ts';
import type { CountedTokens } from '../../protocols/protocol.ts';
import { memberOf, numberOf } from './event-members.ts';

/** A second of sound is so many tokens of input, at OpenAI: one for each 100 ms. */
const TOKENS_A_SECOND = 10;

/**
 * What a response, or a transcription, used, as the vendor counted it, in buckets that do not overlap; undefined where it says nothing of use. What was
 * read from the cache counts as such, also where it is sound. A transcription that is counted by its length is counted as the tokens of that length.
 */
export function usageIn(usage: unknown): CountedTokens | undefined {
  const seconds = numberOf(usage, 'seconds');
  if (seconds !== undefined && isByLength(usage)) {
    // Less than nothing is no count, and not believed.
    const tokens = seconds < 0 ? NaN : Math.ceil(seconds * TOKENS_A_SECOND);
    return toBuckets({
      prompt_tokens: tokens,
      completion_tokens: 0,
      prompt_tokens_details: { audio_tokens: tokens },
    });
  }
  const input = memberOf(usage, 'input_token_details');
  const output = memberOf(usage, 'output_token_details');
  const cached = memberOf(input, 'cached_tokens_details');
  return toBuckets({
    prompt_tokens: memberOf(usage, 'input_tokens'),
    completion_tokens: memberOf(usage, 'output_tokens'),
    total_tokens: memberOf(usage, 'total_tokens'),
    prompt_tokens_details: {
      cached_tokens: memberOf(input, 'cached_tokens'),
      audio_tokens: soundIn(input, cached),
    },
    completion_tokens_details: {
      audio_tokens: memberOf(output, 'audio_tokens'),
      reasoning_tokens: memberOf(output, 'reasoning_tokens'),
    },
  });
}

/** What a model used that wrote down what was said: tokens, or the length of the sound, which some have a price for. */
export const transcriptionUsageIn = (usage: unknown): CountedTokens | undefined =>
  isByLength(usage) ? mediaUsage(usage) : usageIn(usage);

/** Whether a transcription is counted by the length of its sound. */
export const isByLength = (usage: unknown): boolean => memberOf(usage, 'type') === 'duration';

/** Tokens of sound that were not read from the cache. Where the vendor does not say what of its cache is sound, text is taken to come from there first. */
function soundIn(input: unknown, cached: unknown): unknown {
  const sound = numberOf(input, 'audio_tokens');
  if (sound === undefined) return memberOf(input, 'audio_tokens');
  const known = countOf(cached, 'audio_tokens');
  const text = countOf(input, 'text_tokens') ?? 0;
  const all = countOf(input, 'cached_tokens') ?? 0;
  return Math.max(0, sound - (known ?? Math.max(0, all - text)));
}

/** A member that is a number of tokens; undefined where it can be none. */
function countOf(value: unknown, name: string): number | undefined {
  const count = numberOf(value, name);
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
