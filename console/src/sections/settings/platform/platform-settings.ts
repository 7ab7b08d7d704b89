import type { ApiSchemas } from '@aicp/admin/client/admin-api';

export type PlatformSettings = ApiSchemas['ControlPlane'];
export type Feature = keyof PlatformSettings['features'];
export type Retention = keyof PlatformSettings['retention'];

/** A switch of the platform: what it is called, and what it does. */
export interface FeatureText {
  readonly feature: Feature;
  readonly title: string;
  readonly text: string;
}

export const FEATURES: readonly FeatureText[] = [
  {
    feature: 'routing_policies',
    title: 'Routing policies',
    text: 'Off: routing policies are not applied.',
  },
  {
    feature: 'cost_tracking',
    title: 'Cost tracking',
    text: 'Off: usage is recorded without its cost.',
  },
  {
    feature: 'budget_enforcement',
    title: 'Budget enforcement',
    text: 'Off: budgets are reported and block nothing.',
  },
  {
    feature: 'guardrails',
    title: 'Guardrails',
    text: 'Off: guardrails are not applied.',
  },
  {
    feature: 'semantic_cache',
    title: 'Answer cache',
    text: 'On: equal requests of a team, or of whom the cache settings say, are answered from the cache. With a model for alike questions in those settings, also requests that mean the same.',
  },
  {
    feature: 'four_eyes',
    title: 'Four eyes',
    text: 'On: whoever submits a prompt or asks for access does not approve it.',
  },
  {
    feature: 'maintenance_mode',
    title: 'Maintenance',
    text: 'On: the gateway refuses every model request until it is off again.',
  },
];

export const RETENTIONS: readonly {
  readonly field: Retention;
  readonly title: string;
}[] = [
  { field: 'audit_days', title: 'Audit entries (days)' },
  { field: 'usage_days', title: 'Usage (days)' },
  { field: 'decision_days', title: 'Decisions (days)' },
];

/** The settings as the form holds them: each has a value. */
export interface SettingsDraft {
  readonly features: PlatformSettings['features'];
  /** Empty: none. */
  readonly default_model: string;
  readonly global_rpm_limit: number | undefined;
  readonly environment: string;
  readonly time_zone: string;
  readonly retention: PlatformSettings['retention'];
  readonly unpriced_model_policy: PlatformSettings['unpriced_model_policy'];
  readonly require_auth: boolean;
}

/** What the form shows of settings: empty where nothing is set. */
export const draftOf = (settings: PlatformSettings): SettingsDraft => ({
  features: settings.features,
  default_model: settings.default_model ?? '',
  global_rpm_limit: settings.global_rpm_limit,
  environment: settings.environment ?? '',
  time_zone: settings.time_zone,
  retention: settings.retention,
  unpriced_model_policy: settings.unpriced_model_policy,
  require_auth: settings.require_auth,
});

type Patch = Readonly<Record<string, unknown>>;

/** What differs between two drafts, as a merge patch: only what was changed is sent, and what was emptied is null. */
export function patchOf(before: SettingsDraft, after: SettingsDraft): Patch {
  const entries = Object.entries(after).flatMap(([name, value]): [string, unknown][] => {
    const was = before[name as keyof SettingsDraft];
    if (typeof value === 'object' && value !== null) {
      const inner = differing(was as Patch, value as Patch);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }
    return value === was ? [] : [[name, emptied(value)]];
  });
  return Object.fromEntries(entries);
}

const differing = (before: Patch, after: Patch): Patch =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));

const emptied = (value: unknown): unknown => (value === '' || value === undefined ? null : value);
