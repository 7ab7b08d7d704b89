import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    sourceModel: f
      .refersTo('Model', f.modelId(), { onDelete: 'goes' })
      .meta({ description: 'Model that may fail.' }),
    targetModel: f
      .refersTo('Model', f.modelId(), { onDelete: 'goes' })
      .meta({ description: 'Model that serves instead.' }),
    triggerCondition: f
      .text({ min: 1, max: 1024 })
      .meta({ description: 'When: `error_rate > 0.05 OR p95_ms > 5000`.' }),
    cooldownMinutes: f
      .integer({ min: 0, max: 10_080 })
      .default(5)
      .meta({ description: 'Minutes before it goes back, step by step.' }),
  }),
  [
    {
      cel: 'self.sourceModel != self.targetModel',
      message: 'targetModel must be another model than sourceModel',
      fieldPath: '.targetModel',
      holds: (self) => self.sourceModel !== self.targetModel,
    },
  ],
);

export type FailoverRuleSpec = z.output<typeof spec>;

/** When one model takes over from another. */
export const failoverRule = defineKind({
  kind: 'FailoverRule',
  plural: 'failoverrules',
  shortNames: ['fo'],
  feature: 'failover-rule',
  description: 'When one model takes over from another, by measured errors or latency.',
  spec,
  status: {
    observed: z
      .object({
        state: f
          .text({ max: 32 })
          .optional()
          .meta({ description: 'watching, failed_over or probing; the furthest of all gateways.' }),
        since: f.text({ max: 64 }).optional().meta({ description: 'When that began.' }),
        replicas: f
          .text({ max: 64 })
          .optional()
          .meta({ description: 'Gateways whose requests are moved, of all that report.' }),
        requestsMoved: f
          .integer({ min: 0, max: 1_000_000_000_000 })
          .optional()
          .meta({ description: 'Requests that the target served in the place of the source.' }),
        lastTrigger: f
          .text({ max: 500 })
          .optional()
          .meta({ description: 'For what the source was left last.' }),
        lastLeft: f.text({ max: 64 }).optional().meta({ description: 'When it was.' }),
      })
      .optional()
      .meta({ description: 'How the gateways stand to it.' }),
  },
  columns: [
    { name: 'Source', type: 'string', jsonPath: '.spec.sourceModel' },
    { name: 'Target', type: 'string', jsonPath: '.spec.targetModel' },
    { name: 'When', type: 'string', jsonPath: '.spec.triggerCondition' },
    { name: 'State', type: 'string', jsonPath: '.status.observed.state' },
    { name: 'Since', type: 'date', jsonPath: '.status.observed.since' },
  ],
  api: {
    path: 'sla/failover-rules',
    permission: 'failover_rules',
    readers: 'staff',
    tag: 'Failover rules',
    noun: 'failover rule',
    required: ['name'],
    synonyms: { primary_model: 'source_model', fallback_model: 'target_model' },
    example: {
      name: 'gpt-4o to claude',
      source_model: 'gpt-4o',
      target_model: 'claude-sonnet',
      trigger_condition: 'error_rate > 0.05 OR p95_ms > 5000',
    },
  },
  enforcedBy: ['gateway'],
});
