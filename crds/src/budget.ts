import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';
import { SPEND_COLUMNS, SPEND_FIELD } from './kit/spend.ts';

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    entityType: z
      .enum(['global', 'organization', 'business_unit', 'team', 'user', 'key', 'model', 'tag'])
      .meta({ description: 'Whose spend it limits.' }),
    entityId: f.refersToBy('entityType', f.SCOPES, f.identifier()).optional().meta({
      description:
        'Which one; `name=value` for a tag. Without it, each one of the type has the limit by itself, unless another Budget of the same owner and window names it. Not for global.',
    }),
    monthlyLimit: f.money().optional().meta({ description: 'USD a calendar month.' }),
    limitUsd: f.money().optional().meta({ description: 'USD per `window`.' }),
    window: z
      .enum(['1h', '1d', '7d', '30d', 'month'])
      .optional()
      .meta({ description: 'Window of `limitUsd`.' }),
    softLimitPercent: f
      .fraction()
      .default('0.8')
      .meta({ description: 'Share of the limit at which it warns; 0.8 is 80 %.' }),
    hardLimitPercent: f
      .ratio()
      .default(1)
      .meta({ description: 'Share of the limit at which `action` is taken; 1 is 100 %.' }),
    action: z
      .enum(['block', 'warn', 'downgrade'])
      .default('block')
      .meta({ description: 'What happens at the hard limit.' }),
    downgradeTo: f
      .refersTo('Model', f.modelId(), { onDelete: 'stays' })
      .optional()
      .meta({ description: 'Model that serves instead, for action downgrade.' }),
    temporaryIncrease: z
      .object({
        amountUsd: f.money().meta({ description: 'USD beyond the limit.' }),
        expiresAt: f.timestamp().meta({ description: 'When it ends.' }),
      })
      .optional()
      .meta({ description: 'More for a while; the limit itself stays as it is.' }),
    alertEmail: f.email().optional().meta({
      description: 'Who is told by e-mail when it warns, is exceeded and begins anew.',
    }),
  }),
  [
    {
      cel: 'has(self.monthlyLimit) != has(self.limitUsd)',
      message: 'set either monthlyLimit or limitUsd (with window)',
      holds: (self) => (self.monthlyLimit === undefined) !== (self.limitUsd === undefined),
    },
    {
      cel: 'has(self.limitUsd) == has(self.window)',
      message: 'limitUsd and window go together',
      fieldPath: '.window',
      holds: (self) => (self.limitUsd === undefined) === (self.window === undefined),
    },
    {
      cel: "self.entityType != 'global' || !has(self.entityId)",
      message: 'a global budget has no entityId',
      fieldPath: '.entityId',
      holds: (self) => self.entityType !== 'global' || self.entityId === undefined,
    },
    {
      cel: "(self.action == 'downgrade') == has(self.downgradeTo)",
      message: 'downgradeTo goes with action downgrade',
      fieldPath: '.downgradeTo',
      holds: (self) => (self.action === 'downgrade') === (self.downgradeTo !== undefined),
    },
    {
      cel: "self.entityType != 'tag' || !has(self.entityId) || self.entityId.contains('=')",
      message: 'a tag is written name=value, such as project=apollo',
      fieldPath: '.entityId',
      holds: (self) => self.entityType !== 'tag' || self.entityId?.includes('=') !== false,
    },
    {
      cel: 'double(self.softLimitPercent) <= double(self.hardLimitPercent)',
      message: 'softLimitPercent (0.8 where it is not set) must not be above hardLimitPercent',
      fieldPath: '.softLimitPercent',
      holds: (self) => Number(self.softLimitPercent) <= Number(self.hardLimitPercent),
    },
  ],
);

export type BudgetSpec = z.output<typeof spec>;

/** A limit on spend. */
export const budget = defineKind({
  kind: 'Budget',
  plural: 'budgets',
  shortNames: ['bdg'],
  feature: 'budget',
  description:
    'A limit on what an organization, team, key, model or tag may spend in a window, and what happens at it.',
  spec,
  status: SPEND_FIELD,
  columns: [
    ...SPEND_COLUMNS,
    { name: 'Entity-Type', type: 'string', jsonPath: '.spec.entityType', priority: 1 },
    { name: 'Entity', type: 'string', jsonPath: '.spec.entityId', priority: 1 },
    { name: 'Action', type: 'string', jsonPath: '.spec.action', priority: 1 },
  ],
  selectable: ['.spec.entityType', '.spec.entityId'],
  api: {
    path: 'budgets',
    permission: 'budgets',
    tag: 'Budgets',
    noun: 'budget',
    required: ['name'],
    example: {
      name: 'Research, a month',
      entity_type: 'team',
      entity_id: 'research',
      monthly_limit: 500,
      soft_limit_percent: 0.8,
    },
  },
  enforcedBy: ['gateway', 'budget'],
});
