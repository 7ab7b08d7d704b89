import type { AbTestFragment } from '@aicp/contracts/snapshot/sections/abtests';
import { createHash } from 'node:crypto';
import { canonicalJson, sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { keySection, type KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type {
  PolicyFragment,
  RulePolicy,
  SettingsFragment,
} from '@aicp/contracts/snapshot/sections/policies';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';

const sourceOf = (kind: string, name: string): Source => ({
  kind,
  name,
  uid: `${kind}-${name}`,
  generation: 1,
});

/** A key; its secret is `sk-<id>`. */
export const key = (id: string, more: Partial<KeyFragment> = {}): KeyFragment => ({
  source: sourceOf('APIKey', id),
  id,
  hashes: [{ hash: createHash('sha256').update(`sk-${id}`).digest('hex') }],
  role: 'member',
  organization: 'acme',
  allowedModels: [],
  blocked: false,
  metadata: {},
  ...more,
});

const provider: ProviderFragment = {
  source: sourceOf('Provider', 'openai'),
  id: 'openai',
  type: 'openai',
  credential: 'set',
  timeoutMs: 10_000,
  maxRetries: 0,
  headers: {},
  isActive: true,
};

/** A model, at so many USD per million tokens in and out. */
export const model = (
  id: string,
  [input, output]: readonly [number, number],
  more: Partial<ModelFragment> = {},
): ModelFragment => ({
  source: sourceOf('Model', id),
  id,
  name: id,
  aliases: [],
  provider: 'openai',
  upstreamModel: id,
  mode: 'chat',
  weight: 1,
  fallbacks: [],
  created: 1_760_000_000,
  prices: { input: String(input * 1e9), output: String(output * 1e9) },
  priceVersion: 'v1',
  ...more,
});

/** What nobody may use by a policy of the platform. */
export const denial = (...targets: string[]): RulePolicy => ({
  source: sourceOf('RoutingPolicy', 'deny'),
  id: 'deny',
  type: 'rule',
  priority: 0,
  created: '2026-01-01T00:00:00Z',
  action: 'deny',
  targets,
  targetsMissing: false,
});

/** A budget of so many USD a month. */
export const budget = (
  id: string,
  usd: number,
  more: Partial<BudgetFragment> = {},
): BudgetFragment => ({
  source: sourceOf('Budget', id),
  id,
  organization: 'acme',
  scope: 'organization',
  value: 'acme',
  window: 'month',
  limit: String(usd * 1e9),
  soft: String(usd * 0.8e9),
  hard: String(usd * 1e9),
  softPercent: 0.8,
  hardPercent: 1,
  action: 'block',
  ...more,
});

/** A running test that gives its variant everybody. */
export const trial = (
  id: string,
  [base, variant]: readonly [base: string, variant: string],
  more: Partial<AbTestFragment> = {},
): AbTestFragment => ({
  ...{ source: sourceOf('ABTest', id), id, base, variant, state: 'running' },
  ...{ share: 10_000, stickyBy: 'user', ...more },
});

export interface Fragments {
  readonly models?: readonly ModelFragment[];
  readonly keys?: readonly KeyFragment[];
  readonly policies?: readonly PolicyFragment[];
  readonly abTests?: readonly AbTestFragment[];
  readonly budgets?: readonly BudgetFragment[];
  readonly features?: Partial<SettingsFragment['features']>;
  readonly requireAuth?: boolean;
}

/** A snapshot as the operator would make it; all keys are in one shard. */
export function snapshotOf(fragments: Fragments, revision = 1): StoredSnapshot {
  const { models = [], keys = [], policies = [], budgets = [], features = {} } = fragments;
  const { abTests = [] } = fragments;
  const settings: SettingsFragment = {
    source: sourceOf('ControlPlane', 'default'),
    features: { routingPolicies: true, costTracking: true, maintenanceMode: false, ...features },
    timeZone: 'UTC',
    retention: { decisionDays: 7 },
    requireAuth: fragments.requireAuth,
  };
  const items: Record<string, readonly unknown[]> = {
    settings: [settings],
    providers: [provider],
    models,
    policies,
    abtests: abTests,
    budgets,
    [keySection(0)]: keys,
  };
  const contents = Object.fromEntries(
    Object.entries(items).map(([name, list]) => [name, canonicalJson(list)]),
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
