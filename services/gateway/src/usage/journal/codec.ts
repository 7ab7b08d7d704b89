import { parseJson } from '@aicp/common/json/parse-json';
import { ARMS } from '@aicp/contracts/abtests/assign';
import { guardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import type { Payer } from '@aicp/contracts/spend/payer';
import {
  promptUsed,
  type Completion,
  type TokenBuckets,
  type UsageRecord,
} from '@aicp/contracts/usage/usage-record';
import { z } from 'zod';
import { attemptLine } from './attempt-line.ts';
import { settledLater } from './settled-later.ts';

/**
 * The journal's lines. A request is two of them, kept short because every request writes them: what is known before the provider is
 * asked (an intent), and what came of it (an outcome). The few for which others are asked, too, write their intent again before that: the last
 * one counts. A segment begins with a head, which says how many intents of requests that
 * were under way are repeated after it, and how many lines then that may stand in an earlier segment, too. What is null or usual in a
 * usage record is left out here.
 */

const count = z.int().min(0);
/** The last two, of audio, are there only where there is any. */
const tokens = z.union([
  z.tuple([count, count, count, count, count]),
  z.tuple([count, count, count, count, count, count, count]),
]);

const price = z.string().nullable();
/** Nano-USD per million tokens in and out, and for the request, for the case that nobody will know more than `est`. */
const prices = z.union([z.tuple([price, price]), z.tuple([price, price, z.string()])]).optional();

const intentLine = z.object({
  /** The usage record's id. */
  i: z.string(),
  /** The request's id, where it is another. */
  req: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.number(),
  key: z.string().optional(),
  org: z.string().optional(),
  bu: z.string().optional(),
  team: z.string().optional(),
  user: z.string().optional(),
  /** What the request says of its user, where its key says nothing. */
  claim: z.string().optional(),
  tags: z.record(z.string(), z.string()).optional(),
  asked: z.string().optional(),
  model: z.string().optional(),
  via: z.string().optional(),
  /** Where the provider is the organization's own. */
  own: z.literal(1).optional(),
  policy: z.string().optional(),
  /** The A/B test, and the arm in it that the request was given. */
  ab: z.string().optional(),
  arm: z.enum(ARMS).optional(),
  /** The prompt that it names. */
  prompt: promptUsed.optional(),
  rev: z.string(),
  /** Tokens in and out that are likely. */
  est: z.tuple([count, count]),
  /** The id of the batch whose request it is. */
  of: z.string().optional(),
  /** How many requests it is of, where it is a batch. */
  lines: z.int().min(1).optional(),
  ver: z.string().optional(),
  prices,
  /** The attempts so far, where they are others than one at `model`; some, at the end, are under way. */
  att: z.array(attemptLine).optional(),
  /** Who was asked last, where that is not `model`. */
  now: z
    .object({ model: z.string(), via: z.string(), ver: z.string().optional(), prices })
    .optional(),
  /** Where its provider goes on with it after our answer. */
  later: settledLater.optional().catch(undefined),
});

const outcomeLine = z.object({
  /** The intent's id. */
  o: z.string(),
  /** Input, cached input, cache write, output, reasoning, audio input, audio output. */
  tok: tokens,
  /** Where we counted. */
  est: z.literal(1).optional(),
  end: z.enum(['client_gone', 'provider_failed', 'refused', 'unknown']).optional(),
  status: z.int().nullable().optional(),
  ms: z.number().optional(),
  first: z.number().optional(),
  tries: count.optional(),
  /** The attempts at providers, where they do not follow from the rest. */
  att: z.array(attemptLine).optional(),
  cost: z.int().optional(),
  /** Where they are not the intent's. */
  model: z.string().optional(),
  via: z.string().optional(),
  own: z.literal(1).optional(),
  ver: z.string().optional(),
  /** What the cache had to do with it, where it is on. */
  cache: z.enum(['hit', 'miss', 'bypass']).optional(),
  /** Tokens and nano-USD that an answer of the cache saved. */
  saved: z.tuple([count, z.int().nullable()]).optional(),
  /** What guardrails said, where any looked at the request or its answer. */
  grd: z.array(guardrailVerdict).optional(),
});

export type IntentLine = z.output<typeof intentLine>;
export type OutcomeLine = z.output<typeof outcomeLine>;

const UUID_LENGTH = 36;
const ID_START = '{"i":"'.length;

/** What a line is, without reading more of it than its beginning. */
export function kindOf(line: string): 'intent' | 'outcome' | 'head' | 'unreadable' {
  if (line.startsWith('{"i":"')) return 'intent';
  if (line.startsWith('{"o":"')) return 'outcome';
  return line.startsWith('{"head":') ? 'head' : 'unreadable';
}

/** The id of an intent's or an outcome's line. */
export const idOf = (line: string): string => line.slice(ID_START, ID_START + UUID_LENGTH);

/** How a segment begins. */
export interface Head {
  /** So many intents of requests that were under way are repeated after it. */
  readonly carried: number;
  /** So many lines follow those of which some may stand in an earlier segment, too. */
  readonly again: number;
}

/** The line of a head. */
export const headLine = ({ carried, again }: Head): string =>
  again === 0 ? `{"head":${carried}}` : `{"head":${carried},"again":${again}}`;

/** Reads a head; undefined where the line is none. */
export function parseHead(line: string | undefined): Head | undefined {
  const found = /^\{"head":([0-9]+)(?:,"again":([0-9]+))?\}$/.exec(line ?? '');
  return found ? { carried: Number(found[1]), again: Number(found[2] ?? 0) } : undefined;
}

/** Reads an intent; undefined where the line is damaged. */
export const parseIntent = (line: string): IntentLine | undefined =>
  intentLine.safeParse(parseJson(line)).data;

/** Reads an outcome; undefined where the line is damaged. */
export const parseOutcome = (line: string): OutcomeLine | undefined =>
  outcomeLine.safeParse(parseJson(line)).data;

/** The buckets in the order in which a line holds them. */
export function toTuple(buckets: TokenBuckets): OutcomeLine['tok'] {
  const { input, cached_input, cache_write, output, reasoning, audio_input, audio_output } =
    buckets;
  if (audio_input === 0 && audio_output === 0) {
    return [input, cached_input, cache_write, output, reasoning];
  }
  return [input, cached_input, cache_write, output, reasoning, audio_input, audio_output];
}

/** The buckets of a line. */
export function fromTuple(tuple: OutcomeLine['tok']): TokenBuckets {
  const [input, cached_input, cache_write, output, reasoning, audio_input, audio_output] = tuple;
  const text = { input, cached_input, cache_write, output, reasoning };
  return { ...text, audio_input: audio_input ?? 0, audio_output: audio_output ?? 0 };
}

/** An intent and its outcome as one usage record. */
export function toRecord(intent: IntentLine, outcome: OutcomeLine): UsageRecord {
  const completion: Completion = outcome.end ?? 'complete';
  return {
    id: intent.i,
    request_id: intent.req ?? intent.i,
    at: new Date(intent.at).toISOString(),
    ...ownership(intent),
    ...service(intent, outcome),
    ...fromTuple(outcome.tok),
    source: outcome.est ? 'estimate' : 'provider',
    completion,
    status: outcome.status === undefined ? 200 : outcome.status,
    latency_ms: outcome.ms ?? null,
    first_token_ms: outcome.first ?? null,
    attempts: outcome.tries ?? 1,
    cost_nano_usd: outcome.cost ?? null,
    ...caching(outcome),
    guardrails: outcome.grd ?? [],
    config_revision: intent.rev,
  };
}

const caching = ({ cache, saved }: OutcomeLine): Pick<UsageRecord, 'cache' | 'saved'> => ({
  cache: cache ?? null,
  saved: saved ? { tokens: saved[0], cost_nano_usd: saved[1] } : null,
});

const ownership = (intent: IntentLine) => ({
  organization: intent.org ?? null,
  business_unit: intent.bu ?? null,
  team: intent.team ?? null,
  user: intent.user ?? intent.claim ?? null,
  user_from: claims(intent) ? ('request' as const) : ('key' as const),
  key: intent.key ?? null,
  tags: intent.tags ?? {},
});

const claims = ({ user, claim }: IntentLine): boolean => user === undefined && claim !== undefined;

const service = (intent: IntentLine, outcome: OutcomeLine) => ({
  model_asked: intent.asked ?? null,
  model_served: servedBy(intent, outcome, 'model'),
  provider: servedBy(intent, outcome, 'via'),
  payer: payerOf(intent, outcome),
  policy: intent.policy ?? null,
  ab_test: intent.ab ?? null,
  variant: intent.arm ?? null,
  prompt: intent.prompt ?? null,
  price_version: outcome.cost === undefined ? null : (outcome.ver ?? intent.ver ?? null),
});

/** The outcome says it together with who served. */
const payerOf = (intent: IntentLine, outcome: OutcomeLine): Payer => {
  const { own } = outcome.via === undefined ? intent : outcome;
  return own === 1 && outcome.end !== 'refused' ? 'organization' : 'platform';
};

/** What was refused was served by nobody. */
const servedBy = (intent: IntentLine, outcome: OutcomeLine, what: 'model' | 'via') =>
  outcome.end === 'refused' ? null : (outcome[what] ?? intent[what] ?? null);
