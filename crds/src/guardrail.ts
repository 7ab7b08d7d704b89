import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

const flag = (what: string) => z.boolean().default(false).meta({ description: what });

const external = z.object({
  type: z.enum(['http', 'openai_moderation', 'presidio']).meta({ description: 'What it speaks.' }),
  url: f.httpUrl().meta({ description: 'Where it is asked.' }),
  secretRef: f.secretRef().optional().meta({ description: 'Where its key stands.' }),
  timeoutMs: f
    .integer({ min: 1, max: 60_000 })
    .default(2000)
    .meta({ description: 'Milliseconds to wait for it.' }),
});

const appliesTo = z.object({
  models: f
    .refersTo('Model', f.list(f.modelId()))
    .optional()
    .meta({ description: 'Model ids, or a prefix ending in `*`.' }),
  teams: f.refersTo('Team', f.list(f.objectName())).optional().meta({ description: 'Teams.' }),
  keys: f.refersTo('APIKey', f.list(f.objectName())).optional().meta({ description: 'Keys.' }),
});

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  organizationId: f.organizationId(),
  description: f.description().optional().meta({ description: 'What it is for.' }),
  enablePiiDetection: flag('On: looks for personal data.'),
  piiAction: z.enum(['anonymize', 'block', 'flag']).default('anonymize').meta({
    description:
      'What happens to personal data. `anonymize` puts a placeholder in its place; `flag` only records it.',
  }),
  piiEntities: f
    .list(
      f.text({
        min: 1,
        max: 64,
        pattern: {
          matches: /^[A-Z][A-Z0-9_]*$/,
          says: "may hold capital letters, digits and '_' only, and must begin with a letter, for example CREDIT_CARD",
        },
      }),
    )
    .optional()
    .meta({
      description:
        'Kinds of personal data (`CREDIT_CARD`) that are looked for; all where none are set.',
    }),
  enableToxicity: flag(
    'On: has toxic language looked for, by the judge that `external` names (`openai_moderation` or `http`).',
  ),
  toxicityThreshold: f
    .fraction()
    .default('0.8')
    .meta({ description: 'Score from which it counts.' }),
  enableSecretsDetection: flag('On: looks for keys and passwords.'),
  secretsAction: z
    .enum(['anonymize', 'block', 'flag'])
    .default('anonymize')
    .meta({ description: 'What happens to keys and passwords.' }),
  enablePromptInjection: flag('On: blocks requests with attempts to override instructions.'),
  blockedKeywords: f
    .list(f.text({ min: 1, max: 200 }))
    .optional()
    .meta({ description: 'Words that block.' }),
  detectors: f
    .refersTo('Detector', f.list(f.objectName()), { onDelete: 'stays' })
    .optional()
    .meta({ description: 'Detectors of yours to run.' }),
  external: external.optional().meta({ description: 'A judge elsewhere.' }),
  restore: flag(
    'On: what placeholders stood for in the request is put back into its answer. Off: the answer keeps them.',
  ),
  unscannable: z.enum(['allow', 'block']).default('allow').meta({
    description:
      'What happens to a request with content that cannot be looked at, such as an image.',
  }),
  mode: z
    .enum(['block', 'monitor'])
    .default('block')
    .meta({ description: '`monitor` records what it would have done, and does nothing.' }),
  onFail: z.enum(['block', 'allow']).default('block').meta({
    description: 'What happens when it cannot judge, such as when its judge does not answer.',
  }),
  stages: withRules(f.filledList(z.enum(['input', 'output']), 2), [
    {
      cel: 'size(self) < 2 || self[0] != self[1]',
      message: 'names a stage twice: write each once',
      holds: (stages) => new Set(stages).size === stages.length,
    },
  ])
    .default(['input', 'output'])
    .meta({ description: 'What it looks at: requests, their answers, or both.' }),
  appliesTo: appliesTo.optional().meta({
    description:
      'Which requests; all where nothing is set. Of each list that is there, one item has to match.',
  }),
  isActive: z.boolean().default(true).meta({ description: 'Off suspends it.' }),
});

export type GuardrailSpec = z.output<typeof spec>;

/** What requests and answers may hold. */
export const guardrail = defineKind({
  kind: 'Guardrail',
  plural: 'guardrails',
  shortNames: ['grd'],
  feature: 'guardrail',
  description: 'What requests and answers may hold, and what happens to what they may not.',
  spec,
  columns: [
    { name: 'Mode', type: 'string', jsonPath: '.spec.mode' },
    { name: 'Active', type: 'boolean', jsonPath: '.spec.isActive' },
  ],
  selectable: ['.spec.mode'],
  api: {
    path: 'guardrails',
    permission: 'guardrails',
    readers: 'staff',
    isShared: true,
    tag: 'Guardrails',
    noun: 'guardrail',
    required: ['name'],
    example: { name: 'No personal data', enable_pii_detection: true, pii_action: 'anonymize' },
  },
  enforcedBy: ['gateway', 'admin'],
});
