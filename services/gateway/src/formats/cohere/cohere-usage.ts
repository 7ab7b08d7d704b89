import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { AnswerEvent } from '../conversation/answer-event.ts';
import type { JsonObject } from '../conversation/conversation.ts';
import { countOf, objectOf } from '../json/members.ts';

/**
 * What Cohere says was used. It counts twice: `billed_units` is what it charges for, `tokens` what its models read and wrote, with tokens that it puts around a
 * conversation itself and does not charge for. What is charged is what counts here. What was thought is part of the output.
 */
export function cohereBuckets(usage: JsonObject | undefined): TokenBuckets | undefined {
  const input = countIn(usage, 'input_tokens');
  const output = countIn(usage, 'output_tokens');
  if (input === undefined && output === undefined) return undefined;
  const read = input ?? 0;
  const cached = Math.min(countOf(usage?.cached_tokens) ?? 0, read);
  return {
    ...NO_TOKENS,
    ...{ input: read - cached, cached_input: cached, output: output ?? 0 },
  };
}

/** What is charged for, or else what there was. */
const countIn = (usage: JsonObject | undefined, name: string): number | undefined =>
  countOf(objectOf(usage?.billed_units)?.[name]) ?? countOf(objectOf(usage?.tokens)?.[name]);

/** The same as a step of an answer, where it says so. */
export function usageStep(usage: unknown): AnswerEvent[] {
  const buckets = cohereBuckets(objectOf(usage));
  return buckets ? [{ kind: 'usage', usage: buckets }] : [];
}
