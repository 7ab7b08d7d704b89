import { parseJson } from '@aicp/common/json/parse-json';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { bucketsOf, readUsage } from '../openai-responses/response-usage.ts';
import type { CountedTokens } from '../protocol.ts';

/**
 * The counts of a `usage` of images, sounds or transcripts (OpenAI's API reference). Tokens of pictures count as those of text do, in the same bucket. A
 * transcript may be counted by the length of its sound alone (`{"type":"duration"}`), which is no tokens.
 */
export function mediaUsage(usage: unknown): CountedTokens | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const members = usage as Readonly<Record<string, unknown>>;
  if (isByLength(members)) return { ...NO_TOKENS, heardMs: millisecondsOf(members['seconds']) };
  const { input_token_details, input_tokens_details = input_token_details } = members;
  return bucketsOf({ ...members, input_tokens_details });
}

const isByLength = (usage: unknown): boolean =>
  typeof usage === 'object' && usage !== null && 'type' in usage && usage.type === 'duration';

/** No sound that is sent is longer: a week. */
const LONGEST_SECONDS = 604_800;

/** 0 where that is no length: it is counted by one all the same, which others have to find. */
function millisecondsOf(seconds: unknown): number {
  if (typeof seconds !== 'number' || !(seconds >= 0) || seconds > LONGEST_SECONDS) return 0;
  return Math.round(seconds * 1000);
}

/** The tokens of images as their vendor counted them, from all of an answer, its beginning or its end. */
export const imagesUsage = (answer: Buffer): CountedTokens | undefined => readUsage(answer);

const USAGE_KEY = Buffer.from('"usage"');
const OPEN = Buffer.from('{');
const OPEN_BRACE = 0x7b;

/** The tokens of a transcript in JSON as its vendor counted them, from all of it or its end; undefined of a text, which does not say. */
export function transcriptUsage(answer: Buffer): CountedTokens | undefined {
  const usage = answer[0] === OPEN_BRACE ? membersOf(answer)?.['usage'] : undefined;
  const at = usage === undefined ? answer.lastIndexOf(USAGE_KEY) : -1;
  if (at === -1) return mediaUsage(usage);
  return mediaUsage(membersOf(Buffer.concat([OPEN, answer.subarray(at)]))?.['usage']);
}

/** Characters of a transcript, for an estimate where nobody counts. One that is counted by its length has none. */
export function transcriptCharacters(answer: Buffer): number {
  if (answer[0] !== OPEN_BRACE) return answer.length;
  const { text, usage } = membersOf(answer) ?? {};
  if (isByLength(usage)) return 0;
  return typeof text === 'string' ? text.length : answer.length;
}

function membersOf(answer: Buffer): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(answer.toString());
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
