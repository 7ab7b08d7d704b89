import { parseJson } from '@aicp/common/json/parse-json';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { endOfValue, skipSpace } from '../openai-chat/json-bytes.ts';
import { IMPOSSIBLE } from '../openai-chat/usage-object.ts';
import type { CountedTokens } from '../protocol.ts';

/** Usage stands before the list or after it. */
const SEARCHED = 16_384;
const LARGEST_USAGE = 4096;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const USAGE = Buffer.from('"usage"');
const META = Buffer.from('"meta"');

type Members = Readonly<Record<string, unknown>>;

/**
 * The tokens of an answer whose model writes nothing, as the provider counted them; undefined where it does not say. What a vendor bills by searches
 * (Cohere's `search_units`) is no tokens: it counts none, and the request itself is what is charged for.
 */
export function plainUsage(answer: Buffer): CountedTokens | undefined {
  const usage = objectIn(answer, USAGE);
  const tokens = firstCount(usage, ['prompt_tokens', 'input_tokens', 'total_tokens']);
  if (tokens !== undefined) return ofInput(tokens);
  const meta = objectIn(answer, META);
  const billed = membersOf(meta?.billed_units);
  const counted = firstCount(billed, ['input_tokens']);
  if (counted !== undefined) return ofInput(counted);
  return firstCount(billed, ['search_units']) === undefined ? undefined : NO_TOKENS;
}

const ofInput = (count: number): CountedTokens =>
  Number.isSafeInteger(count) && count >= 0 ? { ...NO_TOKENS, input: count } : IMPOSSIBLE;

function firstCount(members: Members | undefined, names: readonly string[]): number | undefined {
  const found = names.map((name) => members?.[name]);
  return found.find((value): value is number => typeof value === 'number');
}

/** The object that is the value of a member of the answer's own, which is written at its beginning or end. */
export function objectIn(answer: Buffer, key: Buffer): Members | undefined {
  return (
    objectAt(answer.subarray(-SEARCHED), key) ??
    (answer.length > SEARCHED ? objectAt(answer.subarray(0, SEARCHED), key) : undefined)
  );
}

/** Quotes within a JSON string are escaped, so that no text is mistaken for a member. */
function objectAt(bytes: Buffer, key: Buffer): Members | undefined {
  const at = bytes.lastIndexOf(key);
  if (at === -1) return undefined;
  const colon = skipSpace(bytes, at + key.length);
  const start = skipSpace(bytes, colon + 1);
  if (bytes[colon] !== COLON || bytes[start] !== OPEN_BRACE) return undefined;
  const end = endOfValue(bytes, start);
  if (end - start > LARGEST_USAGE) return undefined;
  return membersOf(parseJson(bytes.toString('utf8', start, end)));
}

const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null ? (value as Members) : undefined;
