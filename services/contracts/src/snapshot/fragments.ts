import { z } from 'zod';

/** The object that a fragment was compiled from. A service names it when it refuses the fragment. */
export const source = z.object({
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  generation: z.number(),
});
export type Source = z.output<typeof source>;

/** Whose it is; absent: the platform's. */
export const organization = z.string().optional();

export const settingsFragment = z.object({
  source,
  features: z.object({
    routingPolicies: z.boolean(),
    costTracking: z.boolean(),
    maintenanceMode: z.boolean(),
  }),
  defaultModel: z.string().optional(),
  environment: z.string().optional(),
  timeZone: z.string(),
  retention: z.object({ decisionDays: z.number() }),
});
export type SettingsFragment = z.output<typeof settingsFragment>;

/** The share is a number here: the decimal string of the spec was checked by the operator. */
export const simulation = z.object({
  latencyMs: z.number(),
  firstTokenMs: z.number(),
  tokensPerSecond: z.number(),
  outputTokens: z.number(),
  errorRate: z.number(),
  errorStatus: z.number(),
  abortRate: z.number(),
  seed: z.number(),
});
export type Simulation = z.output<typeof simulation>;

export const providerFragment = z.object({
  source,
  /** metadata.name of the Provider. */
  id: z.string(),
  type: z.enum(['openai', 'openai_compatible', 'simulated']),
  organization,
  /** Without a trailing slash; absent for a simulation. */
  baseUrl: z.string().optional(),
  /** `missing`: a secretRef that resolves to nothing, so that no request can be sent. */
  credential: z.enum(['none', 'set', 'missing']),
  timeoutMs: z.number(),
  maxRetries: z.number(),
  headers: z.record(z.string(), z.string()),
  isActive: z.boolean(),
  simulation: simulation.optional(),
});
export type ProviderFragment = z.output<typeof providerFragment>;

export const credentialFragment = z.object({ source, provider: z.string(), apiKey: z.string() });
export type CredentialFragment = z.output<typeof credentialFragment>;

/** Integer nano-USD per million tokens, as text because it may pass 2^53. */
const price = z
  .string()
  .regex(/^[0-9]+$/, { error: 'may hold digits only' })
  .optional();

export const modelFragment = z.object({
  source,
  /** What clients send as `model`. */
  id: z.string(),
  /** metadata.name of the Model. */
  name: z.string(),
  organization,
  aliases: z.array(z.string()),
  /**
   * Id of the platform's model whose upstream, credential and prices an organization's model uses. What policies and lists above the
   * organization say of that model holds for this one too.
   */
  inherits: z.string().optional(),
  provider: z.string(),
  upstreamModel: z.string(),
  mode: z.string(),
  tier: z.string().optional(),
  weight: z.number(),
  /** Model ids or group ids; what does not exist is left out. */
  fallbacks: z.array(z.string()),
  /** Unix seconds. */
  created: z.number(),
  prices: z.object({
    input: price,
    output: price,
    cachedInput: price,
    cacheWrite: price,
    reasoning: price,
  }),
  /** Names these prices in every record that used them. */
  priceVersion: z.string(),
  /** Tokens that one request can have at most, as far as the Model says: counts beyond are not believed. */
  limits: z
    .object({ contextWindow: z.number().optional(), maxOutputTokens: z.number().optional() })
    .optional(),
});
export type ModelFragment = z.output<typeof modelFragment>;

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

export const policyFragment = z.discriminatedUnion('type', [
  rulePolicy,
  fallbackPolicy,
  modelGroup,
]);
export type PolicyFragment = z.output<typeof policyFragment>;

export const ROLES = ['platform_admin', 'org_admin', 'team_admin', 'member', 'viewer'] as const;

export const keyFragment = z.object({
  source,
  /** metadata.name of the APIKey. */
  id: z.string(),
  /** SHA-256 in hex, each with the moment (RFC 3339) at which it stops working, where there is one. */
  hashes: z.array(z.object({ hash: z.string(), until: z.string().optional() })),
  role: z.enum(ROLES),
  organization,
  /**
   * What it is bound to since it was first seen: the Organization's metadata.name and metadata.uid, neither for the platform. One of the
   * same name with another uid is not its own.
   */
  boundTo: z
    .object({ organization: z.string().optional(), organizationUid: z.string().optional() })
    .optional(),
  /** The key that made it: its metadata.name, and the metadata.uid that it is bound to since there was one. */
  madeBy: z.object({ key: z.string(), uid: z.string().optional() }).optional(),
  businessUnit: z.string().optional(),
  team: z.string().optional(),
  user: z.string().optional(),
  /** Empty: all. Ids, aliases, groups, or a prefix ending in `*`. */
  allowedModels: z.array(z.string()),
  blocked: z.boolean(),
  /** Grows with every block of it, or of a key that it comes from: what was given for it at another number has ended. Absent: 0. */
  tokenGeneration: z.number().optional(),
  /** What is missing of whom it belongs to, as part of a sentence. Present: it serves nothing and does not log in. */
  ownerMissing: z.string().optional(),
  metadata: z.record(z.string(), z.string()),
});
export type KeyFragment = z.output<typeof keyFragment>;

/** The models that the requests of an organization, or of a team's keys, may use. Only of those that narrow anything. */
export const allowedModelsFragment = z.object({
  source,
  /** metadata.name of the Organization or Team. */
  id: z.string(),
  /** Never empty. Ids, aliases, groups, or a prefix ending in `*`. */
  allowedModels: z.array(z.string()).min(1),
});
export type AllowedModelsFragment = z.output<typeof allowedModelsFragment>;

export const deprecationFragment = z.object({
  source,
  /** metadata.name of the ModelDeprecation. */
  id: z.string(),
  organization,
  /** Id of the model, or alias of the group, that goes. */
  model: z.string(),
  /** Id of the model, or alias of the group, to use instead; absent where none is named, or it does not exist. */
  replacement: z.string().optional(),
  /** RFC 3339; the first moment at which its use is discouraged. */
  deprecatedAt: z.string(),
  /** RFC 3339; the first moment at which it is not served any more. */
  sunsetAt: z.string().optional(),
  message: z.string().optional(),
  /** After the sunset, requests go to the replacement. */
  autoReroute: z.boolean(),
});
export type DeprecationFragment = z.output<typeof deprecationFragment>;
