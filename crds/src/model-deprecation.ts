import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

const spec = withRules(
  z.object({
    organizationId: f.organizationId(),
    modelName: f
      .refersTo('Model', f.modelId())
      .meta({ description: 'Model id or alias that goes.' }),
    replacementModel: f
      .refersTo('Model', f.modelId(), { onDelete: 'stays' })
      .optional()
      .meta({ description: 'Model to use instead.' }),
    deprecationDate: f.date().optional().meta({ description: 'From when its use is discouraged.' }),
    sunsetDate: f.date().optional().meta({ description: 'From when it is not served any more.' }),
    message: f
      .text({ max: 2000 })
      .optional()
      .meta({ description: 'What users of it should know.' }),
    autoReroute: z
      .boolean()
      .default(false)
      .meta({ description: 'On: after the sunset its requests go to the replacement.' }),
  }),
  [
    {
      cel: '!self.autoReroute || has(self.replacementModel)',
      message: 'autoReroute needs replacementModel',
      fieldPath: '.replacementModel',
      holds: (self) => !self.autoReroute || self.replacementModel !== undefined,
    },
    {
      cel: '!has(self.replacementModel) || self.replacementModel != self.modelName',
      message: 'replacementModel must be another model',
      fieldPath: '.replacementModel',
      holds: (self) => self.replacementModel !== self.modelName,
    },
  ],
);

export type ModelDeprecationSpec = z.output<typeof spec>;

/** The announced end of a model. */
export const modelDeprecation = defineKind({
  kind: 'ModelDeprecation',
  plural: 'modeldeprecations',
  shortNames: ['depr'],
  feature: 'model-deprecation',
  description:
    'The announced end of a model: from when it is discouraged, from when it is gone, and what to use instead.',
  spec,
  columns: [
    { name: 'Model', type: 'string', jsonPath: '.spec.modelName' },
    { name: 'Replacement', type: 'string', jsonPath: '.spec.replacementModel' },
    { name: 'Sunset', type: 'string', jsonPath: '.spec.sunsetDate' },
  ],
  selectable: ['.spec.modelName'],
  api: {
    path: 'deprecations',
    otherPaths: ['model-deprecations'],
    permission: 'deprecations',
    readers: 'everybody',
    isShared: true,
    tag: 'Deprecations',
    noun: 'deprecation',
    nameFrom: 'modelName',
    example: {
      model_name: 'gpt-4',
      replacement_model: 'gpt-4o',
      sunset_date: '2027-06-30',
      auto_reroute: true,
    },
  },
  enforcedBy: ['gateway'],
});
