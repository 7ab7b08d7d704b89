import { z } from 'zod';
import { guardrailVerdict } from '../guardrails/verdict.ts';
import { costNanoUsd } from './cost-nano-usd.ts';
import { PAYERS } from '../spend/payer.ts';

const count = z.int().min(0);

/** Token buckets that never overlap; their sum is the provider's total. Records of before there were audio buckets have none. */
export const tokenBuckets = z.object({
  input: count,
  cached_input: count,
  cache_write: count,
  output: count,
  reasoning: count,
  audio_input: count.default(0),
  audio_output: count.default(0),
});
export type TokenBuckets = z.output<typeof tokenBuckets>;

export const NO_TOKENS: TokenBuckets = {
  input: 0,
  cached_input: 0,
  cache_write: 0,
  output: 0,
  reasoning: 0,
  audio_input: 0,
  audio_output: 0,
};

/** The names of the buckets, in the order in which they are told everywhere. */
export const TOKEN_BUCKETS = Object.keys(NO_TOKENS) as readonly (keyof TokenBuckets)[];

export const COMPLETIONS = [
  'complete',
  'client_gone',
  'provider_failed',
  'refused',
  'unknown',
] as const;
export type Completion = (typeof COMPLETIONS)[number];

/** Who says whose a request is. */
export const USER_SOURCES = ['key', 'request'] as const;

const id = z.string().nullable();

/** A prompt that a request named, and the version of it that was sent. */
export const promptUsed = z.object({
  id: z.string(),
  version: z.int().min(0),
  /** Whether nobody had approved that version. Absent: it was approved. */
  draft: z.boolean().optional(),
});
export type PromptUsed = z.output<typeof promptUsed>;

/** One request, as the journal keeps it. No prompt text. */
export const usageRecord = z.object({
  /** UUIDv7; the idempotency key. */
  id: z.string(),
  request_id: z.string(),
  /** RFC 3339, when the request came. */
  at: z.string(),
  organization: id,
  business_unit: id,
  team: id,
  user: id,
  /** Whether the key belongs to that user, or its request said so, which anybody may. Records of before it was told are of keys. */
  user_from: z.enum(USER_SOURCES).default('key'),
  key: id,
  tags: z.record(z.string(), z.string()),
  model_asked: id,
  model_served: id,
  provider: id,
  policy: id,
  ab_test: id,
  variant: id,
  ...tokenBuckets.shape,
  /** Who counted: the provider, or we. */
  source: z.enum(['provider', 'estimate']),
  completion: z.enum(COMPLETIONS),
  /** HTTP status that the client got; null where that is not known. */
  status: z.int().nullable(),
  latency_ms: z.number().nullable(),
  first_token_ms: z.number().nullable(),
  attempts: count,
  /** Null where the model has no price. */
  cost_nano_usd: costNanoUsd.nullable(),
  price_version: id,
  /** Whose provider it was. Records of before it was told are the platform's. */
  payer: z.enum(PAYERS).default('platform'),
  /** What the cache had to do with it; null where it is off. */
  cache: z.enum(['hit', 'miss', 'bypass']).nullable(),
  /** What an answer of the cache saved, by what it took and cost when a provider gave it; null where no answer came from there. */
  saved: z
    .object({ tokens: count, cost_nano_usd: costNanoUsd.nullable() })
    .nullable()
    .default(null),
  /** What guardrails said of it and of its answer, in their order. Records of before they acted have none. */
  guardrails: z.array(guardrailVerdict).default([]),
  /** The prompt that it named; null where it named none. */
  prompt: promptUsed.nullable().default(null),
  /** `epoch.revision` of the snapshot that decided. */
  config_revision: z.string(),
});
export type UsageRecord = z.output<typeof usageRecord>;
