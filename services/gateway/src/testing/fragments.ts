import type {
  AllowedModelsFragment,
  FallbackPolicy,
  ModelGroup,
  PolicyFragment,
  RulePolicy,
  StrategyPolicy,
  SettingsFragment,
} from '@aicp/contracts/snapshot/sections/policies';
import type {
  AccessGrantFragment,
  AccessTierFragment,
} from '@aicp/contracts/snapshot/sections/access';
import type {
  CredentialFragment,
  DeprecationFragment,
  ModelFragment,
  ProviderFragment,
  Simulation,
} from '@aicp/contracts/snapshot/sections/catalog';
import type { FailoverFragment } from '@aicp/contracts/snapshot/sections/failovers';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { RateLimitFragment } from '@aicp/contracts/snapshot/sections/rate-limits';
import type { AbTestFragment } from '@aicp/contracts/snapshot/sections/abtests';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import { canonicalJson, sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { keySection, type KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { guardrailSections, type GuardrailFragments } from './guardrails.ts';
import { DEFAULT_SIMULATION } from '../providers/simulated/simulation.ts';

const sourceOf = (kind: string, name: string): Source => ({
  ...{ kind, name, uid: `${kind}-${name}`, generation: 1 },
});

export const hashOf = (secret: string): string => sha256(secret);

/** A key; its secret is `sk-<id>`. Its team is there. */
export const key = (id: string, more: Partial<KeyFragment> = {}): KeyFragment => ({
  source: sourceOf('APIKey', id),
  id,
  hashes: [{ hash: hashOf(`sk-${id}`) }],
  ...{ role: 'member', allowedModels: [], blocked: false, metadata: {} },
  ...(more.team === undefined ? {} : { teamUid: sourceOf('Team', more.team).uid }),
  ...more,
});

/** A provider that speaks OpenAI's API at an address. */
export const provider = (id: string, more: Partial<ProviderFragment> = {}): ProviderFragment => ({
  source: sourceOf('Provider', id),
  id,
  type: 'openai_compatible',
  credential: 'none',
  timeoutMs: 10_000,
  maxRetries: 0,
  headers: {},
  isActive: true,
  ...more,
});

/** A provider within the gateway. */
export const simulated = (
  id: string,
  simulation: Partial<Simulation> = {},
  more: Partial<ProviderFragment> = {},
): ProviderFragment =>
  provider(id, {
    type: 'simulated',
    simulation: { ...DEFAULT_SIMULATION, ...simulation },
    ...more,
  });

/** A model of a provider, without prices. */
export const model = (
  id: string,
  providerId: string,
  more: Partial<ModelFragment> = {},
): ModelFragment => ({
  source: sourceOf('Model', id),
  id,
  name: id,
  aliases: [],
  provider: providerId,
  upstreamModel: id,
  mode: 'chat',
  weight: 1,
  fallbacks: [],
  created: 1_760_000_000,
  prices: {},
  priceVersion: 'v1',
  ...more,
});

/** A policy of the first form. */
export const rule = (
  id: string,
  action: RulePolicy['action'],
  targets: readonly string[],
  more: Partial<RulePolicy> = {},
): RulePolicy => ({
  source: sourceOf('RoutingPolicy', id),
  id,
  type: 'rule',
  priority: 0,
  created: '2026-01-01T00:00:00Z',
  action,
  targets: [...targets],
  targetsMissing: false,
  ...more,
});

/** A policy that adds fallbacks after a model. */
export const fallback = (
  id: string,
  modelId: string,
  fallbacks: readonly string[],
  more: Partial<FallbackPolicy> = {},
): FallbackPolicy => ({
  source: sourceOf('RoutingPolicy', id),
  id,
  type: 'fallback',
  priority: 0,
  created: '2026-01-01T00:00:00Z',
  model: modelId,
  fallbacks: [...fallbacks],
  ...more,
});

/** A name for several models, by their weights. */
export const group = (
  alias: string,
  members: Readonly<Record<string, number>>,
  more: Partial<ModelGroup> = {},
): ModelGroup => ({
  source: sourceOf('RoutingPolicy', alias),
  id: alias,
  type: 'model_group',
  alias,
  created: '2026-01-01T00:00:00Z',
  members: Object.entries(members).map(([id, weight]) => ({ model: id, weight })),
  ...more,
});

/** A limit on each key, if nothing else is said. */
export const rateLimit = (
  id: string,
  more: Partial<RateLimitFragment> = {},
): RateLimitFragment => ({
  source: sourceOf('RateLimitPolicy', id),
  id,
  scope: 'key',
  priority: 0,
  created: '2026-01-01T00:00:00Z',
  ...more,
});

/** How the members of every group are ordered. */
export const strategy = (
  id: string,
  name: StrategyPolicy['strategy'],
  more: Partial<StrategyPolicy> = {},
): StrategyPolicy => ({
  source: sourceOf('RoutingPolicy', id),
  id,
  type: 'strategy',
  priority: 0,
  created: '2026-01-01T00:00:00Z',
  strategy: name,
  ...more,
});

/** The list of models of a team or an organization. */
export const allowedModels = (
  kind: 'Team' | 'Organization',
  id: string,
  list: readonly string[],
): AllowedModelsFragment => ({ source: sourceOf(kind, id), id, allowedModels: [...list] });

/** The announced end of a model. */
export const deprecation = (
  modelName: string,
  more: Partial<DeprecationFragment> = {},
): DeprecationFragment => ({
  source: sourceOf('ModelDeprecation', modelName),
  id: modelName,
  model: modelName,
  deprecatedAt: '2026-01-01T00:00:00Z',
  autoReroute: false,
  ...more,
});

/** A tier that asks for approval. */
export const accessTier = (
  id: string,
  more: Partial<AccessTierFragment> = {},
): AccessTierFragment => ({
  source: sourceOf('AccessTier', id),
  id,
  models: [],
  labels: [],
  ...more,
});

/** The leave to use a tier. */
export const accessGrant = (
  tier: string,
  to: AccessGrantFragment['to'],
  more: Partial<AccessGrantFragment> = {},
): AccessGrantFragment => ({
  source: sourceOf('AccessGrant', `${tier}-${Object.values(to).join('-')}`),
  tier,
  to,
  ...more,
});

/** A rule that moves requests from one model to another. */
export const failover = (
  sourceModel: string,
  targetModel: string,
  more: Partial<FailoverFragment> = {},
): FailoverFragment => ({
  source: sourceOf('FailoverRule', `${sourceModel}-to-${targetModel}`),
  ...{ sourceModel, targetModel },
  condition: 'error_rate > 0.5',
  cooldownMinutes: 5,
  ...more,
});

/** Settings with everything at its default. */
export const settings = (more: Partial<SettingsFragment> = {}): SettingsFragment => ({
  source: sourceOf('ControlPlane', 'default'),
  features: { routingPolicies: true, costTracking: true, maintenanceMode: false },
  timeZone: 'UTC',
  retention: { decisionDays: 7 },
  ...more,
});

/** Everything that a snapshot may be made of. */
export interface Fragments extends GuardrailFragments {
  readonly settings?: SettingsFragment;
  readonly providers?: readonly ProviderFragment[];
  readonly credentials?: readonly CredentialFragment[];
  readonly models?: readonly ModelFragment[];
  readonly policies?: readonly PolicyFragment[];
  readonly keys?: readonly KeyFragment[];
  readonly deprecations?: readonly DeprecationFragment[];
  readonly tiers?: readonly AccessTierFragment[];
  readonly grants?: readonly AccessGrantFragment[];
  readonly teams?: readonly AllowedModelsFragment[];
  readonly organizations?: readonly AllowedModelsFragment[];
  readonly rateLimits?: readonly RateLimitFragment[];
  readonly budgets?: readonly BudgetFragment[];
  readonly abTests?: readonly AbTestFragment[];
  readonly failovers?: readonly FailoverFragment[];
  /** Further sections, by name. */
  readonly sections?: Readonly<Record<string, readonly object[]>>;
}

/** A credential of a provider. */
export const credential = (providerId: string, apiKey: string): CredentialFragment => ({
  source: sourceOf('Provider', providerId),
  provider: providerId,
  apiKey,
});

/** A snapshot as the operator would make it; all keys are in one shard. */
export function snapshotOf(fragments: Fragments, revision = 1): StoredSnapshot {
  const items: Record<string, readonly unknown[] | undefined> = {
    settings: [fragments.settings ?? settings()],
    providers: fragments.providers,
    credentials: fragments.credentials,
    models: fragments.models,
    policies: fragments.policies,
    deprecations: fragments.deprecations,
    access_tiers: fragments.tiers,
    access_grants: fragments.grants,
    team_models: fragments.teams,
    organization_models: fragments.organizations,
    rate_limits: fragments.rateLimits,
    ...guardrailSections(fragments),
    budgets: fragments.budgets,
    abtests: fragments.abTests,
    failovers: fragments.failovers,
    [keySection(0)]: fragments.keys,
    ...fragments.sections,
  };
  const contents = Object.fromEntries(
    Object.entries(items).map(([name, list]) => [name, canonicalJson(list ?? [])]),
  );
  const sections = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)]),
  );
  return {
    manifest: { epoch: 1, revision, digest: snapshotDigest(sections), sections },
    degraded: [],
    contents,
  };
}
