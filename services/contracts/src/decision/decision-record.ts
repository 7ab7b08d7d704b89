import { z } from 'zod';

/** One stage of the pipeline: what it found and what it did. */
export const decisionStep = z.object({
  stage: z.string(),
  outcome: z.string(),
  policy: z.string().optional(),
  detail: z.string().optional(),
});
export type DecisionStep = z.output<typeof decisionStep>;

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
  result: z.enum(['serve', 'deny', 'fail']),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  status: z.int(),
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type DecisionRecord = z.output<typeof decisionRecord>;
