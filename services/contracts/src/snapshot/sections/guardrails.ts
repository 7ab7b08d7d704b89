import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

const action = z.enum(['block', 'redact', 'flag']);

/** One thing to look for. `injection` finds attempts to override instructions. */
export const detectorTerms = z.object({
  /** metadata.name of the Detector, or `pii`, `secrets`, `injection`, `keywords` where a guardrail brings it. */
  id: z.string(),
  type: z.enum(['regex', 'keyword', 'pii', 'secrets', 'injection']),
  /** What happens where no pattern says otherwise. */
  action,
  /** Regular expressions, keywords, or names of entities; absent: everything that the type knows. */
  patterns: z
    .array(z.object({ pattern: z.string(), label: z.string().optional(), action }))
    .optional(),
});
export type DetectorTerms = z.output<typeof detectorTerms>;

/** Who else is asked. */
export const judgeTerms = z.object({
  type: z.enum(['http', 'openai_moderation', 'presidio']),
  url: z.string(),
  credential: z.enum(['none', 'set', 'missing']),
  timeoutMs: z.number(),
  /** Score from which toxic language counts; absent: it is not looked for. */
  toxicityThreshold: z.number().optional(),
  /** What happens to personal data that it finds, where it says places and no action (`presidio`). */
  piiAction: action.default('redact'),
});
export type JudgeTerms = z.output<typeof judgeTerms>;

export const guardrailFragment = z.object({
  source,
  /** metadata.name of the Guardrail. */
  id: z.string(),
  organization,
  mode: z.enum(['block', 'monitor']),
  stages: z.array(z.enum(['input', 'output'])).min(1),
  /** Absent: whatever the request's. Each list that is there has to hold the request's; within a list, one of its items. */
  appliesTo: z
    .object({
      /** Model ids, or a prefix that ends in `*`. */
      models: z.array(z.string()).optional(),
      teams: z.array(z.string()).optional(),
      keys: z.array(z.string()).optional(),
    })
    .optional(),
  /** Whether what was replaced in a request is put back into its answer. */
  restore: z.boolean(),
  /** What becomes of a request with content that cannot be looked at. */
  unscannable: z.enum(['allow', 'block']),
  /** What becomes of a request that it cannot judge. */
  onFail: z.enum(['block', 'allow']),
  detectors: z.array(detectorTerms),
  /** True: a Detector that it names is not there, or cannot be used. Nobody can say what that would have found: it cannot judge. */
  lacksDetectors: z.boolean().optional(),
  judge: judgeTerms.optional(),
});
export type GuardrailFragment = z.output<typeof guardrailFragment>;

/** The guardrails that are in service. A pinned revision does not hold them back: they say what may leave. */
export const guardrails = defineSection({
  name: 'guardrails',
  item: guardrailFragment,
  readers: ['gateway', 'admin'],
  isNeverPinned: true,
  guards: ({ mode }) => mode === 'block',
});

export const detectorFragment = z.object({
  source,
  organization,
  terms: detectorTerms,
});
export type DetectorFragment = z.output<typeof detectorFragment>;

/** The guardrails that name them hold what they look for: nobody but the operator needs detectors themselves. */
export const detectors = defineSection({
  name: 'detectors',
  item: detectorFragment,
  readers: [],
});

export const judgeCredentialFragment = z.object({
  source,
  /** metadata.name of the Guardrail. */
  guardrail: z.string(),
  token: z.string(),
});
export type JudgeCredentialFragment = z.output<typeof judgeCredentialFragment>;

/** The bearer tokens of judges, for the gateway alone. */
export const judgeCredentials = defineSection({
  name: 'judge-credentials',
  item: judgeCredentialFragment,
  readers: ['gateway'],
  isNeverPinned: true,
});
