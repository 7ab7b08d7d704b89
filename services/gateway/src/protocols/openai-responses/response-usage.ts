import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import { parseJson } from '@aicp/common/json/parse-json';
import { countOf, objectOf } from '@aicp/gateway/formats/json/members';
import { toBuckets } from '../openai-chat/usage-object.ts';
import type { CountedTokens } from '../protocol.ts';
import { ANSWER_LIMITS } from '../response-ids/answer-limits.ts';

const NAMES = new KnownWords(['usage', 'tool_usage']);
const USAGE_KEY = Buffer.from('"usage"');
const OPEN = Buffer.from('{');
const OPEN_BRACE = 0x7b;
/** No usage is larger. */
const LARGEST_USAGE = 16_384;

/**
 * The counts of a response's `usage` (OpenAI's API reference, "The response object") as buckets that never overlap; undefined where it says nothing of use.
 * `tools`: its `tool_usage`, which counts what a picture model used for the tool `image_generation`, and which `usage` leaves out.
 */
export function bucketsOf(usage: unknown, tools?: unknown): CountedTokens | undefined {
  const counted = countedIn(usage);
  const pictures = objectOf(objectOf(tools)?.image_gen);
  if (!counted || !pictures) return counted;
  const { input_tokens, output_tokens } = pictures;
  return {
    ...counted,
    input: counted.input + (countOf(input_tokens) ?? 0),
    output: counted.output + (countOf(output_tokens) ?? 0),
  };
}

function countedIn(usage: unknown): CountedTokens | undefined {
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

/** What a response says of what it used, member by member. */
export class UsageParts {
  private usage: unknown;
  private tools: unknown;

  /** Hears what stands from `start` to `end`, the value of `usage` or, by its name, of `tool_usage`. */
  take(name: string, bytes: Buffer, [start, end]: readonly [number, number]): void {
    const value =
      end - start > LARGEST_USAGE ? undefined : parseJson(bytes.toString('utf8', start, end));
    if (name === 'tool_usage') this.tools = value;
    else if (bucketsOf(value)) this.usage = value;
  }

  /** The tokens of all of it; undefined where it says nothing of use. */
  get tokens(): CountedTokens | undefined {
    return bucketsOf(this.usage, this.tools);
  }
}

function usageFromStart(bytes: Buffer): CountedTokens | undefined {
  const json = new JsonScanner(bytes, ANSWER_LIMITS);
  const parts = new UsageParts();
  if (json.peek() !== OPEN_BRACE) return undefined;
  json.eachMember((start, end) => {
    const name = NAMES.at(bytes, start, end);
    if (name === '') return json.skipValue();
    json.peek();
    const from = json.at;
    if (!json.skipValue()) return false;
    parts.take(name, bytes, [from, json.at]);
    return true;
  });
  return parts.tokens;
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
