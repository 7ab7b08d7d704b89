import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import { parseJson } from '@aicp/common/json/parse-json';
import { toBuckets } from '../openai-chat/usage-object.ts';
import type { CountedTokens } from '../protocol.ts';
import { ANSWER_LIMITS } from '../response-ids/answer-limits.ts';

const NAMES = new KnownWords(['usage']);
const USAGE_KEY = Buffer.from('"usage"');
const OPEN = Buffer.from('{');
const OPEN_BRACE = 0x7b;
/** No usage is larger. */
const LARGEST_USAGE = 16_384;

/** The counts of a response's `usage` (OpenAI's API reference, "The response object") as buckets that never overlap; undefined where it says nothing of use. */
export function bucketsOf(usage: unknown): CountedTokens | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const { input_tokens, output_tokens, total_tokens, input_tokens_details, output_tokens_details } =
    usage as Readonly<Record<string, unknown>>;
  return toBuckets({
    ...{ prompt_tokens: input_tokens, completion_tokens: output_tokens, total_tokens },
    prompt_tokens_details: input_tokens_details,
    completion_tokens_details: output_tokens_details,
  });
}

/**
 * The tokens of a response as its vendor counted them, from all of it, its beginning or its end. Only the member at its top is taken: a schema or a text
 * may have one that is called so.
 */
export const readUsage = (response: Buffer): CountedTokens | undefined =>
  usageFromStart(response) ?? usageFromEnd(response);

/** What stands from `start` to `end`, as a usage. */
export function usageAt(bytes: Buffer, start: number, end: number): CountedTokens | undefined {
  if (end - start > LARGEST_USAGE) return undefined;
  return bucketsOf(parseJson(bytes.toString('utf8', start, end)));
}

function usageFromStart(bytes: Buffer): CountedTokens | undefined {
  const json = new JsonScanner(bytes, ANSWER_LIMITS);
  let usage: CountedTokens | undefined;
  if (json.peek() !== OPEN_BRACE) return undefined;
  json.eachMember((start, end) => {
    if (NAMES.at(bytes, start, end) === '') return json.skipValue();
    json.peek();
    const from = json.at;
    if (!json.skipValue()) return false;
    usage = usageAt(bytes, from, json.at) ?? usage;
    return true;
  });
  return usage;
}

/** Of a response whose beginning is gone: the member from which on all others are the response's own, up to its end. */
function usageFromEnd(bytes: Buffer): CountedTokens | undefined {
  let at = bytes.lastIndexOf(USAGE_KEY);
  while (at !== -1) {
    const rest = Buffer.concat([OPEN, bytes.subarray(at)]);
    const json = new JsonScanner(rest, ANSWER_LIMITS);
    if (json.eachMember(() => json.skipValue()) && json.isAtEnd()) return usageFromStart(rest);
    at = at === 0 ? -1 : bytes.lastIndexOf(USAGE_KEY, at - 1);
  }
  return undefined;
}
