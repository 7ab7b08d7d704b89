import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

export const ABTEST_STATES = [
  'draft',
  'running',
  'paused',
  'stopped',
  'promoted',
  'rolled_back',
] as const;

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    description: f.description().optional().meta({ description: 'What it is to find out.' }),
    baseModel: f.modelId().meta({ description: 'Model that is asked for now.' }),
    variantModel: f.modelId().meta({ description: 'Model that is tried.' }),
    trafficSplitPercent: f
      .percent()
      .meta({ description: 'Percent of the base model’s traffic that the variant gets.' }),
    successMetric: z
      .enum(['cost_efficiency', 'latency', 'error_rate', 'feedback'])
      .default('latency')
      .meta({
        description: 'What decides.',
      }),
    promotionThreshold: f
      .ratio()
      .optional()
      .meta({ description: 'Improvement that promotes the variant; 0.1 is 10 %.' }),
    rollbackThreshold: f
      .ratio()
      .optional()
      .meta({ description: 'Worsening that takes it back; 0.1 is 10 %.' }),
    minRequests: f
      .integer({ min: 1, max: 1_000_000_000 })
      .default(100)
      .meta({ description: 'Requests of each arm before anything is decided.' }),
    stickyBy: z
      .enum(['user', 'key', 'request'])
      .default('user')
      .meta({ description: 'Who keeps seeing the same model.' }),
    autoPromote: z.boolean().default(false).meta({ description: 'On: promotes by itself.' }),
    autoRollback: z
      .boolean()
      .default(false)
      .meta({ description: 'On: takes the variant back by itself.' }),
    state: z.enum(ABTEST_STATES).default('draft').meta({
      description:
        'draft → running ⇄ paused → stopped, promoted or rolled_back. Changed by the verbs of the API.',
    }),
    startedAt: f.timestamp().optional().meta({ description: 'When it was first started.' }),
  }),
  [
    {
      cel: 'self.baseModel != self.variantModel',
      message: 'variantModel must be another model than baseModel',
      fieldPath: '.variantModel',
      holds: (self) => self.baseModel !== self.variantModel,
    },
  ],
);

export type ABTestSpec = z.output<typeof spec>;

/** A trial of one model against another on live traffic. */
export const abtest = defineKind({
  kind: 'ABTest',
  plural: 'abtests',
  shortNames: ['ab'],
  feature: 'abtest',
  description: 'A trial of one model against another on a share of live traffic.',
  spec,
  columns: [
    { name: 'Base', type: 'string', jsonPath: '.spec.baseModel' },
    { name: 'Variant', type: 'string', jsonPath: '.spec.variantModel' },
    { name: 'Split', type: 'string', jsonPath: '.spec.trafficSplitPercent' },
    { name: 'State', type: 'string', jsonPath: '.spec.state' },
  ],
  selectable: ['.spec.state', '.spec.baseModel'],
  enforcedBy: [],
  wireNames: { state: 'status' },
});
