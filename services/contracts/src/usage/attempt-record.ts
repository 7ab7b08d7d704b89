import { z } from 'zod';
import { costNanoUsd } from './cost-nano-usd.ts';
import { tokenBuckets } from './usage-record.ts';

/**
 * What became of one attempt at a provider: `answered` (well, or with a refusal that is the client's fault), `failed` before the client had
 * any of an answer, `broken` after it had some, `dropped` because another attempt was quicker or the client left.
 */
export const ATTEMPT_OUTCOMES = ['answered', 'failed', 'broken', 'dropped'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** One attempt of a request at a provider. A request that nobody was asked for has none. */
export const attemptRecord = z.object({
  /** The usage record's id; with `number` the idempotency key. */
  usage_id: z.string(),
  /** From 1 on, in the order in which the attempts began. */
  number: z.int().min(1),
  /** RFC 3339, when the request came. */
  at: z.string(),
  organization: z.string().nullable(),
  /** Id of the model that was asked. */
  model: z.string(),
  provider: z.string(),
  /** Name of the credential; `default` for the one that `secretRef` names. */
  credential: z.string(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  /** Of a failure, as one word: `timeout`; `unknown` of one that was under way when its gateway died. Null where there was none. */
  reason: z.string().nullable(),
  latency_ms: z.number().nullable(),
  first_token_ms: z.number().nullable(),
  /** Of the attempt that served the request, or where none did of the last whose answer broke off, the request's own; else none. */
  ...tokenBuckets.shape,
  /** Null where the model has no price. */
  cost_nano_usd: costNanoUsd.nullable(),
});
export type AttemptRecord = z.output<typeof attemptRecord>;
