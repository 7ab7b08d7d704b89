import { ROUTING_STRATEGIES } from '@aicp/crds/kit/routing-strategies';
import { CACHE_SCOPES, UNPRICED_MODEL_POLICIES } from '@aicp/crds/control-plane';
import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

/** How answers are kept and given again. */
const cacheTerms = z.object({
  scope: z.enum(CACHE_SCOPES),
  ttlSeconds: z.int().min(1),
  /** In each gateway. */
  maxBytes: z.int().min(1),
  maxAnswerBytes: z.int().min(1),
  maxTemperature: z.number(),
  /** Another number: what was kept before is forgotten. */
  epoch: z.int().min(0),
  /** The same of single organizations, by their names. */
  organizationEpochs: z.record(z.string(), z.int().min(0)).optional(),
  /** How requests are found that mean the same; absent: equal ones alone are. */
  semantic: z
    .object({
      /** Id of a model that makes embeddings. */
      model: z.string(),
      /** The least cosine. */
      threshold: z.number(),
      /** In each gateway, of vectors. */
      maxBytes: z.int().min(1),
    })
    .optional(),
});
export type CacheTerms = z.output<typeof cacheTerms>;

export const settingsFragment = z.object({
  source,
  features: z.object({
    routingPolicies: z.boolean(),
    costTracking: z.boolean(),
    /** Off: budgets refuse nothing. Absent: on. */
    budgetEnforcement: z.boolean().optional(),
    maintenanceMode: z.boolean(),
    /** Off: no guardrail acts. Absent: on. */
    guardrails: z.boolean().optional(),
    /** Whether answers may come from the cache. Absent: they may not. */
    semanticCache: z.boolean().optional(),
    /** Whether who asks for something may not approve it. Absent: so it is. */
    fourEyes: z.boolean().optional(),
  }),
  defaultModel: z.string().optional(),
  environment: z.string().optional(),
  timeZone: z.string(),
  /** Requests a minute of the whole platform. */
  globalRpmLimit: z.int().min(1).optional(),
  /** Absent: `warn`. */
  unpricedModelPolicy: z.enum(UNPRICED_MODEL_POLICIES).optional(),
  retention: z.object({ decisionDays: z.number(), usageDays: z.number().optional() }),
  /** Absent: answers are not kept. */
  cache: cacheTerms.optional(),
  /** Whether the cost and the budget service ask for credentials. Absent: they do not. */
  requireAuth: z.boolean().optional(),
});
export type SettingsFragment = z.output<typeof settingsFragment>;

export const settings = defineSection({
  name: 'settings',
  item: settingsFragment,
  readers: ['gateway', 'admin', 'budget', 'cost', 'workflow'],
  guards: () => true,
});

const policyBase = {
  source,
  /** metadata.name of the RoutingPolicy. */
  id: z.string(),
  organization,
};

export const rulePolicy = z.object({
  ...policyBase,
  type: z.literal('rule'),
  priority: z.number(),
  /** RFC 3339; the older of two equal priorities is read first. */
  created: z.string(),
  /** Absent: matches everything. */
  condition: z.string().optional(),
  action: z.enum(['permit', 'deny', 'prefer']),
  /** Model ids or group ids that exist. */
  targets: z.array(z.string()),
  /**
   * The targets as the spec names them, whether they exist or not. A deny takes away what each of them means to the caller's
   * organization; absent: `targets` says it all.
   */
  targetNames: z.array(z.string()).optional(),
  /** The spec named targets and none exists: a permit then serves nothing, a prefer or deny does nothing. */
  targetsMissing: z.boolean(),
});
export type RulePolicy = z.output<typeof rulePolicy>;

export const fallbackPolicy = z.object({
  ...policyBase,
  type: z.literal('fallback'),
  priority: z.number(),
  created: z.string(),
  model: z.string(),
  fallbacks: z.array(z.string()),
});
export type FallbackPolicy = z.output<typeof fallbackPolicy>;

export const modelGroup = z.object({
  ...policyBase,
  type: z.literal('model_group'),
  /** What clients send as `model`. */
  alias: z.string(),
  created: z.string(),
  members: z.array(z.object({ model: z.string(), weight: z.number() })),
});
export type ModelGroup = z.output<typeof modelGroup>;

export const strategyPolicy = z.object({
  ...policyBase,
  type: z.literal('strategy'),
  priority: z.number(),
  created: z.string(),
  strategy: z.enum(ROUTING_STRATEGIES),
  /** Alias of the group whose members it orders; absent: of every group. */
  group: z.string().optional(),
});
export type StrategyPolicy = z.output<typeof strategyPolicy>;

export const policyFragment = z.discriminatedUnion('type', [
  rulePolicy,
  fallbackPolicy,
  modelGroup,
  strategyPolicy,
]);
export type PolicyFragment = z.output<typeof policyFragment>;

export const policies = defineSection({
  name: 'policies',
  item: policyFragment,
  readers: ['gateway', 'admin', 'budget', 'cost'],
  guards: (policy) =>
    policy.type === 'rule' ? policy.action !== 'prefer' : policy.type === 'model_group',
});

/** The models that the requests of an organization, or of a team's keys, may use, and their pace. Only of those that narrow anything. */
export const allowedModelsFragment = z.object({
  source,
  /** metadata.name of the Organization or Team. */
  id: z.string(),
  /** Never empty: `*` allows all. Ids, aliases, groups, or a prefix ending in `*`. */
  allowedModels: z.array(z.string()).min(1),
  /** Requests and tokens a minute that a team's keys share. */
  rpmLimit: z.int().min(1).optional(),
  tpmLimit: z.int().min(1).optional(),
});
export type AllowedModelsFragment = z.output<typeof allowedModelsFragment>;

export const organizationModels = defineSection({
  name: 'organization_models',
  item: allowedModelsFragment,
  readers: ['gateway', 'admin', 'budget', 'cost'],
  guards: () => true,
});

export const teamModels = defineSection({
  name: 'team_models',
  item: allowedModelsFragment,
  readers: ['gateway', 'admin', 'budget', 'cost'],
  guards: () => true,
});
