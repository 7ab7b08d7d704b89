import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  organizationId: f.organizationId(),
  description: f.description().optional().meta({ description: 'Who it is for.' }),
  models: f.refersTo('Model', f.list(f.modelId())).optional().meta({
    description:
      'Models in it: ids, aliases, groups with all their members, or a prefix ending in `*`.',
  }),
  modelTiers: f.list(f.label()).optional().meta({
    description: 'Tier labels whose models are in it.',
  }),
  requiresApproval: z
    .boolean()
    .default(false)
    .meta({ description: 'On: only who was granted access may use its models.' }),
  requiresJustification: z
    .boolean()
    .default(false)
    .meta({ description: 'On: a request for access has to say why.' }),
  maxGrantDurationDays: f
    .integer({ min: 1, max: 3650 })
    .optional()
    .meta({ description: 'Days after which a grant ends at the latest.' }),
});

export type AccessTierSpec = z.output<typeof spec>;

/** Models that are given out together. */
export const accessTier = defineKind({
  kind: 'AccessTier',
  plural: 'accesstiers',
  shortNames: ['tier'],
  feature: 'access-tier',
  description:
    'Models that are given out together, freely or on approval. `standard`, `premium` and `experimental` exist from the start.',
  spec,
  columns: [{ name: 'Approval', type: 'boolean', jsonPath: '.spec.requiresApproval' }],
  api: {
    path: 'model-access/tiers',
    permission: 'access_tiers',
    readers: 'everybody',
    isShared: true,
    tag: 'Access tiers',
    noun: 'access tier',
    required: ['name'],
    example: {
      name: 'frontier',
      description: 'The newest models.',
      model_tiers: ['premium'],
      requires_approval: true,
      max_grant_duration_days: 90,
    },
  },
  enforcedBy: ['gateway', 'admin'],
});
