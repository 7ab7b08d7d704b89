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

/** What a provider promises, or what you expect of it. */
export const slaDefinition = defineKind({
  kind: 'SLADefinition',
  plural: 'sladefinitions',
  shortNames: ['sla'],
  feature: 'sla-definition',
  description:
    'What a provider promises for some models: latency, errors, availability, over a window.',
  spec,
  columns: [
    { name: 'Provider', type: 'string', jsonPath: '.spec.provider' },
    { name: 'Models', type: 'string', jsonPath: '.spec.modelPattern' },
    { name: 'P95-ms', type: 'integer', jsonPath: '.spec.targetP95Ms' },
    { name: 'Error-Rate', type: 'string', jsonPath: '.spec.targetErrorRate' },
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
  enforcedBy: [],
});
