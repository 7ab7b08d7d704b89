import { z } from 'zod';
import { source } from '../snapshot/sections/kit/section.ts';
import { STEP_TYPES } from './steps/step-types.ts';

/** How deep workflows may call workflows: the one that a caller started is at depth 1. A template that calls itself ends here. */
export const MAX_WORKFLOW_DEPTH = 5;

/** How a step is tried again: after `initial_interval_seconds`, then `backoff` times as long each time, up to `max_interval_seconds`. */
export const retryRule = z.object({
  /** The first try is one of them. */
  max_attempts: z.int().min(1).max(100),
  initial_interval_seconds: z.number().min(0),
  backoff: z.number().min(1),
  max_interval_seconds: z.number().min(0),
});
export type RetryRule = z.output<typeof retryRule>;

/** A step. In which order steps run says `planOf` (plan.ts). */
export const workflowStep = z.object({
  id: z.string(),
  name: z.string().optional(),
  type: z.enum(STEP_TYPES),
  /** As it was written, with its expressions: STEP_WITH says what it holds once they are worked out. */
  with: z.record(z.string(), z.unknown()),
  /** Bare CEL. False: the step is skipped. */
  if: z.string().optional(),
  needs: z.array(z.string()).optional(),
  timeout_seconds: z.int().min(1).optional(),
  retry: retryRule.optional(),
  /** `fail` (the default), `continue`, or the id of the step that runs in its place. */
  on_error: z.string().optional(),
});
export type WorkflowStep = z.output<typeof workflowStep>;

/** A WorkflowTemplate as the engine runs it, and as its section of the snapshot holds it. */
export const workflowDefinition = z.object({
  source,
  /** What callers name it by: once per organization, where the platform's own comes first. */
  type: z.string(),
  /** Whose it is; absent: the platform's, for everybody. */
  organization: z.string().optional(),
  /** For people. */
  name: z.string(),
  description: z.string().optional(),
  /** JSON Schema of the input. Absent: any object. */
  input_schema: z.record(z.string(), z.unknown()).optional(),
  steps: z.array(workflowStep).min(1),
  /** With expressions. Absent: the output of the last step at the top. */
  output: z.record(z.string(), z.unknown()).optional(),
  timeout_seconds: z.int().min(1),
  /** USD as a decimal number in text, such as `0.5`. */
  max_cost_usd: z.string().optional(),
  is_active: z.boolean(),
  /** On: callers of agents find it as one. */
  publish: z.boolean(),
});
export type WorkflowDefinition = z.output<typeof workflowDefinition>;
