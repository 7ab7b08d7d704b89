import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { CountedTokens } from '../protocol.ts';
import { deltaCharacters } from './delta-characters.ts';
import { endOfValue, skipSpace } from './json-bytes.ts';
import { scanUsage } from './usage-scanner.ts';

/** Usage stands before the choices or after them; of an answer that is larger than this, only its beginning and end are searched. */
const LARGEST_SEARCHED = 262_144;
/** How much of either. */
export const LONGEST_ENDS = LARGEST_SEARCHED / 2;
/** No usage is larger. */
const LARGEST_USAGE = 16_384;
const CHOICES_KEY = Buffer.from('"choices"');
const USAGE_KEY = Buffer.from('"usage"');
const OPEN_BRACE = 0x7b;
const COLON = 0x3a;

/** Where an answer says what it used: the object of its last `usage` member that is not null; -1 where there is none. */
function usageStart(bytes: Buffer): number {
  let key = bytes.lastIndexOf(USAGE_KEY);
  while (key !== -1) {
    const colon = skipSpace(bytes, key + USAGE_KEY.length);
    const start = skipSpace(bytes, colon + 1);
    if (bytes[colon] === COLON && bytes[start] === OPEN_BRACE) return start;
    key = key === 0 ? -1 : bytes.lastIndexOf(USAGE_KEY, key - 1);
  }
  return -1;
}

/**
 * The tokens of an answer, or of one event of a stream, as the provider counted them; undefined where it says nothing of use.
 * Quotes within a JSON string are escaped, so that a text that speaks of `"usage"` is not mistaken for it.
 */
export function readUsage(bytes: Buffer): CountedTokens | undefined {
  if (bytes.length <= LARGEST_SEARCHED) return readUsageIn(bytes);
  return readUsageIn(bytes.subarray(-LONGEST_ENDS)) ?? readUsageIn(bytes.subarray(0, LONGEST_ENDS));
}

function readUsageIn(bytes: Buffer): CountedTokens | undefined {
  const start = usageStart(bytes);
  if (start === -1) return undefined;
  const scanned = scanUsage(bytes, start, LARGEST_USAGE);
  return scanned ? toBuckets(scanned) : parseUsage(bytes, start);
}

function parseUsage(bytes: Buffer, start: number): CountedTokens | undefined {
  const end = endOfValue(bytes, start);
  if (end - start > LARGEST_USAGE) return undefined;
  try {
    return toBuckets(JSON.parse(bytes.toString('utf8', start, end)));
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
  audio_input: 0,
  audio_output: 0,
};

/**
 * OpenAI's counts as buckets that never overlap. `prompt_tokens` includes what was read from and written to the cache,
 * `completion_tokens` includes reasoning; some providers leave reasoning out of it and count it in `total_tokens` alone. Both include
 * audio; what was read from the cache counts as such, also where it is audio. The sum of the buckets is the provider's total. Where one of the three is no count, or the prompt would be
 * below nothing, all is `IMPOSSIBLE`; details that do not fit are made to, which is said.
 */
export function toBuckets(usage: unknown): CountedTokens | undefined {
  if (!isCounts(usage)) return undefined;
  const { prompt_tokens, completion_tokens, total_tokens } = usage;
  if (!isThere(prompt_tokens) && !isThere(completion_tokens)) return undefined;
  if (!areCountsOrNone(prompt_tokens, completion_tokens, total_tokens)) return IMPOSSIBLE;
  const completion = count(completion_tokens) ?? 0;
  const total = count(total_tokens);
  const prompt = count(prompt_tokens) ?? (total ?? -1) - completion;
  if (prompt < 0) return IMPOSSIBLE;
  const parts = partsOf(usage, withSources(usage, { prompt, completion, total }));
  const misfit = misfitOf(parts);
  const buckets = bucketsOf(parts);
  return misfit === undefined ? buckets : { ...buckets, misfit };
}

/** The counts of a usage object. */
interface Parts {
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly audioInput: number;
  readonly reasoning: number;
  readonly audioOutput: number;
}

interface Sums {
  readonly prompt: number;
  readonly completion: number;
  readonly total: number | undefined;
}

/**
 * Perplexity's research counts what it read (`citation_tokens`, at the price of the prompt) and thought (`reasoning_tokens`) beside its total,
 * and charges for both.
 */
function withSources(usage: Counts, sums: Sums): Sums {
  const citations = count(usage.citation_tokens);
  if (citations === undefined) return sums;
  const { prompt, completion, total = prompt + completion } = sums;
  const beside = citations + (count(usage.reasoning_tokens) ?? 0);
  return { prompt: prompt + citations, completion, total: total + beside };
}

function partsOf(usage: Counts, { prompt, completion, total }: Sums): Parts {
  const ofPrompt = detailsOf(usage.prompt_tokens_details);
  const ofCompletion = detailsOf(usage.completion_tokens_details);
  return {
    prompt,
    completion,
    total: total ?? prompt + completion,
    cached: cachedOf(usage, ofPrompt),
    cacheWrite: writtenOf(ofPrompt),
    audioInput: audioOf(ofPrompt),
    reasoning: count(ofCompletion.reasoning_tokens) ?? 0,
    audioOutput: audioOf(ofCompletion),
  };
}

/** Tokens of the total that are in neither the prompt nor the completion. */
const beyondOf = ({ prompt, completion, total }: Parts): number =>
  Math.max(0, total - prompt - completion);

/** What has to be made to fit; undefined where all do. Audio of the prompt may have been cached as well. */
function misfitOf(parts: Parts): string | undefined {
  const { prompt, completion, total } = parts;
  if (total < prompt + completion) return 'fewer tokens in all than in the prompt and the answer';
  if (parts.cached + parts.cacheWrite > prompt) return 'more tokens are cached than the prompt has';
  if (parts.audioInput > prompt) return 'more tokens of the prompt are audio than it has';
  const spoken = parts.audioOutput;
  if (spoken > completion) return 'more tokens of the answer are audio than it has';
  return parts.reasoning + spoken > completion + beyondOf(parts)
    ? 'more tokens are reasoning than the answer has'
    : undefined;
}

function bucketsOf(parts: Parts): TokenBuckets {
  const { prompt, completion, reasoning } = parts;
  const beyond = beyondOf(parts);
  const cached = Math.min(parts.cached, prompt);
  const cacheWrite = Math.min(parts.cacheWrite, prompt - cached);
  const audioInput = Math.min(parts.audioInput, prompt - cached - cacheWrite);
  const included = Math.min(Math.max(0, reasoning - beyond), completion);
  const audioOutput = Math.min(parts.audioOutput, completion - included);
  return {
    input: prompt - cached - cacheWrite - audioInput,
    cached_input: cached,
    cache_write: cacheWrite,
    output: completion - included - audioOutput,
    reasoning: beyond + included,
    audio_input: audioInput,
    audio_output: audioOutput,
  };
}

/** The words of DeepSeek and Together for it stand beside the details, which not all servers send. */
const cachedOf = (usage: Counts, details: Counts): number =>
  count(details.cached_tokens) ??
  count(usage.prompt_cache_hit_tokens) ??
  count(usage.cached_tokens) ??
  0;

const writtenOf = (details: Counts): number =>
  count(details.cache_write_tokens) ?? count(details.cache_creation_tokens) ?? 0;

const audioOf = (details: Counts): number => count(details.audio_tokens) ?? 0;

const isCounts = (value: unknown): value is Counts => typeof value === 'object' && value !== null;

const NO_DETAILS: Counts = {};

const detailsOf = (value: unknown): Counts => (isCounts(value) ? value : NO_DETAILS);

const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

const isCountOrNone = (value: unknown): boolean => !isThere(value) || count(value) !== undefined;

const areCountsOrNone = (one: unknown, two: unknown, three: unknown): boolean =>
  isCountOrNone(one) && isCountOrNone(two) && isCountOrNone(three);

/** Parsing holds up every other request. */
const LARGEST_PARSED = 262_144;

/**
 * Characters of text in an answer, as a stream of it would have them, also in one that is cut off; in one that is too large to parse, all that may be
 * text. For those that do not say what they used.
 */
export function answerCharacters(body: Buffer): number {
  if (body.length > LARGEST_PARSED) return begunCharacters(body);
  try {
    const answer: unknown = JSON.parse(body.toString());
    const choices = member(answer, 'choices');
    if (!Array.isArray(choices)) return body.length;
    const messages = Buffer.from(
      JSON.stringify(choices.map((one) => member(one, 'message') ?? member(one, 'text'))),
    );
    return deltaCharacters(messages, 0, messages.length);
  } catch (error) {
    if (error instanceof SyntaxError) return begunCharacters(body);
    throw error;
  }
}

/** Characters of text in the beginning of an answer: none before its choices began. */
function begunCharacters(body: Buffer): number {
  const choices = body.indexOf(CHOICES_KEY);
  if (choices === -1) return 0;
  return deltaCharacters(body, choices + CHOICES_KEY.length, body.length);
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
