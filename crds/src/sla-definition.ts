import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

const ms = (what: string) =>
  f
    .integer({ min: 1, max: 3_600_000 })
    .optional()
    .meta({ description: `${what}, milliseconds.` });

const MODEL_PATTERN: f.Pattern = {
  matches: /^[^*\x00-\x1f\x7f]*\*?$/,
  says: "must be a model id, or the beginning of one with '*' after it, for example gpt-*",
};

const TARGETS = [
  'targetP50Ms',
  'targetP95Ms',
  'targetP99Ms',
  'targetErrorRate',
  'targetAvailability',
  'targetTtftMs',
] as const;

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    provider: f
      .refersTo('Provider', f.objectName(), { onDelete: 'goes' })
      .meta({ description: 'Provider that it is about.' }),
    modelPattern: f.refersTo('Model', f.text({ min: 1, max: 200, pattern: MODEL_PATTERN })).meta({
      description: 'Model id, or a prefix ending in `*`.',
    }),
    targetP50Ms: ms('Half of the answers within'),
    targetP95Ms: ms('95 of 100 answers within'),
    targetP99Ms: ms('99 of 100 answers within'),
    targetErrorRate: f
      .fraction()
      .optional()
      .meta({ description: 'Share of requests that may fail; 0.01 is 1 %.' }),
    targetAvailability: f
      .fraction()
      .optional()
      .meta({ description: 'Share of time that it answers; 0.999 is 99.9 %.' }),
    targetTtftMs: ms('First token of a stream within'),
    evaluationWindowMinutes: f
      .integer({ min: 1, max: 43_200 })
      .default(60)
      .meta({ description: 'Minutes that are looked at together.' }),
    alertChannels: f
      .refersTo('EventSubscription', f.list(f.objectName(), 32))
      .optional()
      .meta({ description: 'EventSubscriptions that are told of a violation.' }),
  }),
  [
    {
      cel: TARGETS.map((name) => `has(self.${name})`).join(' || '),
      message: `set at least one of ${TARGETS.join(', ')}`,
      holds: (self) => TARGETS.some((name) => self[name] !== undefined),
    },
  ],
);

export type SlaDefinitionSpec = z.output<typeof spec>;

const measured = (description: string) =>
  f.integer({ min: 0, max: 3_600_000 }).optional().meta({ description });
/** A share, or how many times something: with a sign, and without an exponent. */
const decimal = (description: string) =>
  f
    .text({
      min: 1,
      max: 64,
      pattern: {
        matches: /^-?[0-9]+(\.[0-9]+)?$/,
        says: 'must be a decimal number, for example 0.25',
      },
    })
    .optional()
    .meta({ description });

/** What was found out last. Of several models, each figure is that of the worst. */
const observed = z.object({
  p95Ms: measured('95 of 100 answers came within, milliseconds.'),
  ttftP95Ms: measured('The first token of 95 of 100 streams came within, milliseconds.'),
  errorRate: decimal('Share of attempts that failed by the provider’s fault.'),
  availability: decimal('Minutes with an answer, as a share of those with attempts.'),
  requests: f
    .integer({ min: 0, max: 2 ** 50 })
    .optional()
    .meta({
      description:
        'Attempts in the window, at all models. Absent where an organization looks at a provider of the platform.',
    }),
  errorBudgetLeft: decimal(
    'Share of the error budget of 30 days that is left; below 0 where it is overdrawn.',
  ),
  burnRate: decimal('How many times as fast as allowed the budget was used up in the last hour.'),
  status: z.enum(['healthy', 'degraded', 'unknown']).optional().meta({
    description: 'degraded: a target is missed; unknown: too few requests.',
  }),
  at: f.text({ min: 1, max: 64 }).optional().meta({
    description: 'When that was so.',
    format: 'date-time',
  }),
});

/** What a provider promises, or what you expect of it. */
export const slaDefinition = defineKind({
  kind: 'SLADefinition',
  plural: 'sladefinitions',
  shortNames: ['sla', 'slas'],
  feature: 'sla-definition',
  description:
    'What a provider promises for some models: latency, errors, availability, over a window.',
  spec,
  status: {
    observed: observed.optional().meta({
      description: 'How it stands, as it was evaluated last. The operator alone writes it.',
    }),
  },
  columns: [
    { name: 'Provider', type: 'string', jsonPath: '.spec.provider' },
    { name: 'Models', type: 'string', jsonPath: '.spec.modelPattern' },
    { name: 'Target-P95', type: 'integer', jsonPath: '.spec.targetP95Ms' },
    { name: 'P95', type: 'integer', jsonPath: '.status.observed.p95Ms' },
    { name: 'Errors', type: 'string', jsonPath: '.status.observed.errorRate' },
    { name: 'Budget-Left', type: 'string', jsonPath: '.status.observed.errorBudgetLeft' },
    { name: 'Status', type: 'string', jsonPath: '.status.observed.status' },
  ],
  selectable: ['.spec.provider'],
  api: {
    path: 'sla/definitions',
    permission: 'sla_definitions',
    readers: 'staff',
    tag: 'SLA definitions',
    noun: 'SLA definition',
    required: ['name'],
    example: {
      name: 'OpenAI, fast enough',
      provider: 'openai',
      model_pattern: 'gpt-*',
      target_p95_ms: 3000,
      target_error_rate: 0.01,
    },
  },
  enforcedBy: ['admin'],
});
