import { expect, it } from 'vitest';
import { draftOf, patchOf, type PlatformSettings } from './platform-settings.ts';

const settings: PlatformSettings = {
  ...{ id: 'default', uid: '0', created_at: '', updated_at: '', ready: true, conditions: [] },
  ...{ managed_by: 'api', read_only: false, environment: 'production' },
  features: {
    ...{ routing_policies: true, cost_tracking: true, budget_enforcement: true },
    ...{ guardrails: false, semantic_cache: false, four_eyes: true, maintenance_mode: false },
  },
  retention: { audit_days: 365, usage_days: 400, decision_days: 7 },
  cache: {
    ...{ scope: 'team', ttl_seconds: 3600, max_bytes: 67_108_864, max_answer_bytes: 65_536 },
    ...{ max_temperature: 1, epoch: 0 },
  },
  ...{ time_zone: 'UTC', unpriced_model_policy: 'warn', require_auth: false },
};
const draft = draftOf(settings);

it('shows what is set, and nothing where nothing is', () => {
  expect(draft).toMatchObject({ environment: 'production', default_model: '' });
  expect(draft.global_rpm_limit).toBeUndefined();
});

it('sends nothing where nothing was changed', () => {
  expect(patchOf(draft, { ...draft, features: { ...draft.features } })).toEqual({});
});

it('sends what was changed, and null for what was emptied', () => {
  const after = {
    ...{ ...draft, environment: '', global_rpm_limit: 100 },
    features: { ...draft.features, maintenance_mode: true },
  };
  expect(patchOf(draft, after)).toEqual({
    ...{ environment: null, global_rpm_limit: 100 },
    features: { maintenance_mode: true },
  });
});
