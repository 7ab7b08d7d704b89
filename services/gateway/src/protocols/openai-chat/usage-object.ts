import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { endOfValue, skipSpace } from './json-bytes.ts';
import { promptCharacters } from '@aicp/contracts/routing/request/chat-facts';

/** Usage stands before the choices or after them; of an answer that is larger than this, only its beginning and end are searched. */
const LARGEST_SEARCHED = 262_144;
/** How much of either. */
export const LONGEST_ENDS = LARGEST_SEARCHED / 2;
/** No usage is larger. */
const LARGEST_USAGE = 16_384;
const USAGE_KEY = Buffer.from('"usage"');
const OPEN_BRACE = 0x7b;
const COLON = 0x3a;

/** Where an answer says what it used: the object of its last `usage` member that is not null. */
function usageSpan(bytes: Buffer): { start: number; end: number } | undefined {
  let key = bytes.lastIndexOf(USAGE_KEY);
  while (key !== -1) {
    const colon = skipSpace(bytes, key + USAGE_KEY.length);
    const start = skipSpace(bytes, colon + 1);
    if (bytes[colon] === COLON && bytes[start] === OPEN_BRACE) {
      return { start, end: endOfValue(bytes, start) };
    }
    key = key === 0 ? -1 : bytes.lastIndexOf(USAGE_KEY, key - 1);
  }
  return undefined;
}

/**
 * The tokens of an answer, or of one event of a stream, as the provider counted them; undefined where it says nothing of use.
 * Quotes within a JSON string are escaped, so that a text that speaks of `"usage"` is not mistaken for it.
 */
export function readUsage(bytes: Buffer): TokenBuckets | undefined {
  if (bytes.length <= LARGEST_SEARCHED) return readUsageIn(bytes);
  return readUsageIn(bytes.subarray(-LONGEST_ENDS)) ?? readUsageIn(bytes.subarray(0, LONGEST_ENDS));
}

function readUsageIn(bytes: Buffer): TokenBuckets | undefined {
  const span = usageSpan(bytes);
  if (!span || span.end - span.start > LARGEST_USAGE) return undefined;
  try {
    return toBuckets(JSON.parse(bytes.toString('utf8', span.start, span.end)));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

type Counts = Readonly<Record<string, unknown>>;

/** Stands for counts of which one cannot be, so that the others mean nothing either. No limit takes it, so that nobody bills it. */
export const IMPOSSIBLE: TokenBuckets = {
  input: Infinity,
  cached_input: 0,
  cache_write: 0,
  output: Infinity,
  reasoning: 0,
};

/**
 * OpenAI's counts as buckets that never overlap. `prompt_tokens` includes what was read from and written to the cache,
 * `completion_tokens` includes reasoning; some providers leave reasoning out of it and count it in `total_tokens` alone. The sum of
 * the buckets is the provider's total. Where one of the three is no count, or the parts do not fit, all is `IMPOSSIBLE`.
 */
export function toBuckets(usage: unknown): TokenBuckets | undefined {
  if (!isCounts(usage)) return undefined;
  const { prompt_tokens, completion_tokens, total_tokens } = usage;
  if (!isThere(prompt_tokens) && !isThere(completion_tokens)) return undefined;
  if (![prompt_tokens, completion_tokens, total_tokens].every(isCountOrNone)) return IMPOSSIBLE;
  const completion = count(completion_tokens) ?? 0;
  const total = count(total_tokens);
  const prompt = count(prompt_tokens) ?? (total ?? -1) - completion;
  if (prompt < 0) return IMPOSSIBLE;
  const beyond = Math.max(0, (total ?? 0) - prompt - completion);
  return {
    ...promptBuckets(prompt, detailsOf(usage.prompt_tokens_details)),
    ...completionBuckets(completion, beyond, detailsOf(usage.completion_tokens_details)),
  };
}

function promptBuckets(prompt: number, details: Counts) {
  const cached = Math.min(count(details.cached_tokens) ?? 0, prompt);
  const written = count(details.cache_write_tokens) ?? count(details.cache_creation_tokens) ?? 0;
  const cacheWrite = Math.min(written, prompt - cached);
  return {
    input: prompt - cached - cacheWrite,
    cached_input: cached,
    cache_write: cacheWrite,
  };
}

function completionBuckets(completion: number, beyond: number, details: Counts) {
  const reasoning = count(details.reasoning_tokens) ?? 0;
  const included = Math.min(Math.max(0, reasoning - beyond), completion);
  return { output: completion - included, reasoning: beyond + included };
}

const isCounts = (value: unknown): value is Counts => typeof value === 'object' && value !== null;

const detailsOf = (value: unknown): Counts => (isCounts(value) ? value : {});

const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

const isCountOrNone = (value: unknown): boolean => !isThere(value) || count(value) !== undefined;

/** Parsing holds up every other request. */
const LARGEST_PARSED = 262_144;

/** Characters of text in a whole answer; all of its bytes where it can't be read. For answers that do not say what they used. */
export function answerCharacters(body: Buffer): number {
  if (body.length > LARGEST_PARSED) return body.length;
  try {
    const answer: unknown = JSON.parse(body.toString());
    const choices = member(answer, 'choices');
    if (!Array.isArray(choices)) return body.length;
    return promptCharacters(choices.map((choice) => member(choice, 'message')));
  } catch (error) {
    if (error instanceof SyntaxError) return body.length;
    throw error;
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
