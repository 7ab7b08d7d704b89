import { z } from 'zod';

/** What a guardrail looked at: what a client sent, or what it is answered. */
export const GUARDRAIL_STAGES = ['input', 'output'] as const;
export type GuardrailStage = (typeof GUARDRAIL_STAGES)[number];

/** What happens at a finding, the strictest first. */
export const FINDING_ACTIONS = ['block', 'redact', 'flag'] as const;
export type FindingAction = (typeof FINDING_ACTIONS)[number];

/** What came of one guardrail at one stage. `error`: it could not judge, and `on_fail` decided. */
export const GUARDRAIL_VERDICTS = ['passed', 'blocked', 'redacted', 'skipped', 'error'] as const;
export type GuardrailOutcome = (typeof GUARDRAIL_VERDICTS)[number];

/** How often a guardrail found something. No text, and no place within one. */
export const findingCount = z.object({
  /** `CREDIT_CARD`, or what the Detector calls it. */
  label: z.string(),
  action: z.enum(FINDING_ACTIONS),
  count: z.int().min(1),
});
export type FindingCount = z.output<typeof findingCount>;

/** What a guardrail said of a request or its answer, as decisions and usage records keep it. Nothing of the text. */
export const guardrailVerdict = z.object({
  /** metadata.name of the Guardrail. */
  guardrail: z.string(),
  stage: z.enum(GUARDRAIL_STAGES),
  /** In monitor mode what it would have been; nothing was done then. */
  verdict: z.enum(GUARDRAIL_VERDICTS),
  /** Why it was skipped or could not judge, as one word: `dry_run`, `timeout`. */
  reason: z.string().optional(),
  is_monitor: z.boolean(),
  findings: z.array(findingCount),
});
export type GuardrailVerdict = z.output<typeof guardrailVerdict>;
