import { z } from 'zod';
import { BUDGET_DURATIONS } from './api-key.ts';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';
import { SPEND_FIELD, SPENT } from './kit/spend.ts';

/** Roles within a team. */
export const TEAM_ROLES = ['team_admin', 'member', 'viewer'] as const;

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    slug: f.slug().optional().meta({ description: 'Short name in paths.' }),
    description: f.description().optional().meta({ description: 'What it does.' }),
    organizationId: f.organizationId(),
    businessUnitId: f
      .refersTo('BusinessUnit', f.objectName(), { onDelete: 'goes' })
      .optional()
      .meta({ description: 'Business unit that it belongs to.' }),
    maxBudget: f.money().optional().meta({ description: 'USD per `budgetDuration`.' }),
    budgetDuration: z.enum(BUDGET_DURATIONS).optional().meta({
      description: 'Window of `maxBudget`; a month where none is set.',
    }),
    allowedModels: f.list(f.modelId()).optional().meta({
      description:
        'Model ids, aliases or groups, or a prefix ending in `*`, that its keys may use. Empty allows all.',
    }),
    rpmLimit: f
      .integer({ min: 1, max: 1_000_000_000 })
      .optional()
      .meta({ description: 'Requests a minute of all its keys.' }),
    tpmLimit: f
      .integer({ min: 1, max: 1_000_000_000_000 })
      .optional()
      .meta({ description: 'Tokens a minute of all its keys.' }),
    members: f
      .members(TEAM_ROLES)
      .optional()
      .meta({ description: 'Who belongs to it, and with which role.' }),
    metadata: f.pairs().optional().meta({ description: 'Pairs of your own, for cost tags.' }),
  }),
  [
    {
      cel: '!has(self.budgetDuration) || has(self.maxBudget)',
      message: 'budgetDuration needs maxBudget',
      fieldPath: '.budgetDuration',
      holds: (self) => self.budgetDuration === undefined || self.maxBudget !== undefined,
    },
  ],
);

export type TeamSpec = z.output<typeof spec>;

/** People and keys that share models, limits and cost. */
export const team = defineKind({
  kind: 'Team',
  plural: 'teams',
  shortNames: ['tm'],
  feature: 'team',
  description: 'People and keys that share models, limits and cost.',
  spec,
  status: SPEND_FIELD,
  columns: [
    { name: 'Organization', type: 'string', jsonPath: '.spec.organizationId' },
    SPENT,
    { name: 'Business-Unit', type: 'string', jsonPath: '.spec.businessUnitId', priority: 1 },
  ],
  selectable: ['.spec.organizationId', '.spec.businessUnitId'],
  api: {
    path: 'teams',
    permission: 'teams',
    tag: 'Teams',
    noun: 'team',
    required: ['name'],
    example: {
      name: 'Research',
      slug: 'research',
      organization_id: 'acme',
      max_budget: 500,
      budget_duration: 'month',
      allowed_models: ['gpt-4o', 'claude-*'],
    },
  },
  enforcedBy: ['gateway', 'admin'],
  notEnforced: [{ field: 'metadata' }],
});
