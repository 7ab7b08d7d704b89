import { z } from 'zod';

/** One stage of the pipeline: what it found and what it did. */
export const decisionStep = z.object({
  stage: z.string(),
  outcome: z.string(),
  policy: z.string().optional(),
  detail: z.string().optional(),
});
export type DecisionStep = z.output<typeof decisionStep>;

/** What conditions read of a model that could serve, at the moment at which the request was routed. */
export const candidateFacts = z.object({
  /** Its id. */
  model: z.string(),
  /** metadata.name of the Model: one of its kind in the installation. */
  name: z.string(),
  tier: z.string().optional(),
  provider: z.string(),
  /** Absent where no answer had come of late. */
  p95_ms: z.number().optional(),
  /** Absent where there was no attempt of late. */
  error_rate: z.number().optional(),
});
export type CandidateFacts = z.output<typeof candidateFacts>;

/** What a routed request said that its attributes do not show, so that it can be routed again. */
export const replayFacts = z.object({
  input_tokens: z.int().min(0),
  /** The request's own; absent where it has none. */
  metadata: z.record(z.string(), z.string()).optional(),
  /** Whether some of its metadata was too long, or no text. */
  is_metadata_cut: z.boolean().optional(),
  /** Headers that policies asked for, and the request lacks, as `header.x-team`. */
  lacks: z.array(z.string()).optional(),
  /** What its budgets left, USD, where a policy asked: of all of them, and of those that its organization may hear of. */
  money: z
    .object({ all: z.number().optional(), told: z.number().optional(), is_known: z.boolean() })
    .optional(),
});
export type ReplayFacts = z.output<typeof replayFacts>;

/** An attribute of decisions on calls of tools and agents, and of no others: `tool` or `agent`. Routing policies do not act on these. */
export const CALL_ATTRIBUTE = 'call';

/** How a request was routed and why: the answer to `x-aicp-dry-run` and to `/explain`, and what the log keeps. */
export const decisionRecord = z.object({
  object: z.literal('aicp.decision'),
  id: z.string(),
  at: z.string(),
  request_id: z.string(),
  config_revision: z.string(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  asked_model: z.string().nullable(),
  steps: z.array(decisionStep),
  /** Model ids that may serve, in the order in which they are tried. */
  candidates: z.array(z.string()),
  /** What those were like that could serve, before policies and after; only of what is kept, and was routed. */
  candidate_facts: z.array(candidateFacts).optional(),
  /** For replays alone: no API answers it. */
  replay: replayFacts.optional(),
  result: z.enum(['serve', 'deny', 'fail']),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  status: z.int(),
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type DecisionRecord = z.output<typeof decisionRecord>;
