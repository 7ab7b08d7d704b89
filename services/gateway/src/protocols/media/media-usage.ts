import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { bucketsOf, readUsage } from '../openai-responses/response-usage.ts';
import type { CountedTokens } from '../protocol.ts';

/**
 * The counts of a `usage` of images, sounds or transcripts (OpenAI's API reference). Tokens of pictures count as those of text do, in the same bucket. A
 * transcript may be counted by its length alone (`{"type":"duration"}`), which is no tokens: the request itself is what is charged for.
 */
export function mediaUsage(usage: unknown): CountedTokens | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const members = usage as Readonly<Record<string, unknown>>;
  if (members['type'] === 'duration') return NO_TOKENS;
  const { input_token_details, input_tokens_details = input_token_details } = members;
  return bucketsOf({ ...members, input_tokens_details });
}

/** The tokens of images as their vendor counted them, from all of an answer, its beginning or its end. */
export const imagesUsage = (answer: Buffer): CountedTokens | undefined => readUsage(answer);
