import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { ROUTING_STRATEGIES } from './kit/routing-strategies.ts';
import { withRules } from './kit/rules.ts';

export const POLICY_ACTIONS = ['permit', 'deny', 'prefer'] as const;
export const POLICY_TYPES = ['fallback', 'model_group', 'routing_strategy', 'conditional'] as const;
const conditionText = () =>
  f.text({ max: 1024 }).optional().meta({
    description:
      'Which requests it acts on (`team == research && stream == true`). Without it, all.',
  });
const action = () =>
  z.enum(POLICY_ACTIONS).optional().meta({
    description:
      'permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.',
  });
const targetModels = () =>
  f
    .refersTo('Model', f.list(f.modelId(), 32), { onDelete: 'stays' })
    .optional()
    .meta({ description: 'Model ids or aliases.' });

const config = z.object({
  model: f
    .refersTo('Model', f.modelId(), { onDelete: 'stays' })
    .optional()
    .meta({ description: 'fallback: the model that may fail.' }),
  fallbacks: f.refersTo('Model', f.list(f.modelId(), 32), { onDelete: 'stays' }).optional().meta({
    description: 'fallback: models tried in order instead.',
  }),
  alias: f.modelId().optional().meta({
    description:
      'model_group: the id that clients send. routing_strategy: the group that it orders; without it, every group.',
  }),
  models: f
    .refersTo('Model', f.list(f.modelId(), 32), { onDelete: 'stays' })
    .optional()
    .meta({ description: 'model_group: its members.' }),
  weights: f
    .list(f.integer({ min: 0, max: 1_000_000 }), 32)
    .optional()
    .meta({
      description:
        'model_group: a share for each of `models`; without them, the models’ own weights. 0: asked when the others have failed.',
    }),
  strategy: z.enum(ROUTING_STRATEGIES).optional().meta({
    description: 'routing_strategy: how the members of a group are ordered.',
  }),
  condition: conditionText(),
  action: action(),
  targetModels: targetModels(),
});

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    description: f.description().optional().meta({ description: 'What it is for.' }),
    priority: f.integer({ min: -1_000_000, max: 1_000_000 }).default(0).meta({
      description: 'Higher is read first; of equal ones the older object, then the name.',
    }),
    isActive: z.boolean().default(true).meta({ description: 'Off suspends the policy.' }),
    condition: conditionText(),
    action: action(),
    targetModels: targetModels(),
    policyType: z.enum(POLICY_TYPES).optional().meta({
      description: 'The other form: what `config` holds. Not together with `action`.',
    }),
    config: config.optional().meta({ description: 'Settings of the policyType.' }),
  }),
  [
    {
      cel: 'has(self.action) != has(self.policyType)',
      message: 'set either action (with condition and targetModels) or policyType (with config)',
      holds: (self) => (self.action === undefined) !== (self.policyType === undefined),
    },
    {
      cel: 'has(self.policyType) == has(self.config)',
      message: 'policyType and config go together',
      fieldPath: '.config',
      holds: (self) => (self.policyType === undefined) === (self.config === undefined),
    },
    {
      cel: '!has(self.policyType) || (!has(self.condition) && !has(self.targetModels))',
      message: 'with policyType, condition and targetModels stand in config',
      holds: (self) =>
        self.policyType === undefined ||
        (self.condition === undefined && self.targetModels === undefined),
    },
    {
      cel: "!has(self.policyType) || self.policyType != 'fallback' || (has(self.config) && has(self.config.model) && has(self.config.fallbacks))",
      message: 'policyType fallback needs config.model and config.fallbacks',
      fieldPath: '.config',
      holds: ({ policyType, config: c }) =>
        policyType !== 'fallback' || (c?.model !== undefined && c.fallbacks !== undefined),
    },
    {
      cel: "!has(self.policyType) || self.policyType != 'model_group' || (has(self.config) && has(self.config.alias) && has(self.config.models) && size(self.config.models) > 0)",
      message: 'policyType model_group needs config.alias and config.models',
      fieldPath: '.config',
      holds: ({ policyType, config: c }) =>
        policyType !== 'model_group' ||
        (c?.alias !== undefined && c.models !== undefined && c.models.length > 0),
    },
    {
      cel: '!has(self.config) || !has(self.config.weights) || (has(self.config.models) && size(self.config.weights) == size(self.config.models))',
      message: 'config.weights needs one number for each of config.models',
      fieldPath: '.config.weights',
      holds: ({ config: c }) =>
        c?.weights === undefined || c.weights.length === (c.models?.length ?? -1),
    },
    {
      cel: "!has(self.policyType) || self.policyType != 'routing_strategy' || (has(self.config) && has(self.config.strategy))",
      message: 'policyType routing_strategy needs config.strategy',
      fieldPath: '.config',
      holds: ({ policyType, config: c }) =>
        policyType !== 'routing_strategy' || c?.strategy !== undefined,
    },
    {
      cel: "!has(self.policyType) || self.policyType != 'conditional' || (has(self.config) && has(self.config.action))",
      message: 'policyType conditional needs config.action',
      fieldPath: '.config',
      holds: ({ policyType, config: c }) => policyType !== 'conditional' || c?.action !== undefined,
    },
    {
      cel: "!has(self.policyType) || self.policyType == 'conditional' || !has(self.config) || !has(self.config.condition)",
      message:
        'config.condition stands with policyType conditional only: the others act on every request',
      fieldPath: '.config.condition',
      holds: ({ policyType, config: c }) =>
        policyType === undefined || policyType === 'conditional' || c?.condition === undefined,
    },
  ],
);

export type RoutingPolicySpec = z.output<typeof spec>;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** A rule about which models serve which requests. */
export const routingPolicy = defineKind({
  kind: 'RoutingPolicy',
  plural: 'routingpolicies',
  shortNames: ['rpol'],
  feature: 'routing-policy',
  description:
    'A rule about which models serve which requests. Active policies are read from the highest priority down: the first permit or prefer that matches decides, and every deny that matches takes its models away. A policy narrows and orders what keys and teams allow; it never widens it.',
  spec,
  status: {
    summary: f.text({ max: 256 }).optional().meta({
      description: 'What it does, in words, for lists: `fallback gpt-4o → gpt-4o-mini`.',
    }),
    when: f.text({ max: 256 }).optional().meta({
      description: 'Its condition, shortened, for lists. Absent where it has none.',
    }),
  },
  columns: [
    { name: 'Priority', type: 'integer', jsonPath: '.spec.priority' },
    {
      name: 'Summary',
      type: 'string',
      jsonPath: '.status.summary',
      description: 'What it does, in words.',
    },
    {
      name: 'When',
      type: 'string',
      jsonPath: '.status.when',
      description: 'Its condition, shortened; empty where it acts on every request.',
    },
    { name: 'Type', type: 'string', jsonPath: '.spec.policyType', priority: 1 },
  ],
  selectable: ['.spec.action'],
  api: {
    path: 'routing-policies',
    permission: 'routing_policies',
    readers: 'staff',
    isShared: true,
    tag: 'Routing policies',
    noun: 'routing policy',
    required: ['name'],
    filters: ['policy_type'],
    example: {
      name: 'Data science on the large model',
      priority: 100,
      condition: 'team == data-science',
      action: 'permit',
      target_models: ['gpt-4o', 'claude-sonnet'],
    },
  },
  enforcedBy: ['gateway'],
  notEnforced: [],
});
