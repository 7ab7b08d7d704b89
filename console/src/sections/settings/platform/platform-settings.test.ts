import { expect, it } from 'vitest';
import { draftOf, patchOf, type PlatformSettings } from './platform-settings.ts';

const settings: PlatformSettings = {
  ...{ id: 'default', uid: '0', created_at: '', updated_at: '', ready: true, conditions: [] },
  ...{ managed_by: 'api', read_only: false, environment: 'production' },
  features: { guardrails: false },
};
const draft = draftOf(settings);

it('shows what applies where nothing is set', () => {
  expect(draft.features).toMatchObject({ routing_policies: true, guardrails: false });
  expect(draft).toMatchObject({ time_zone: 'UTC', unpriced_model_policy: 'warn' });
  expect(draft.retention).toEqual({ audit_days: 365, usage_days: 400, decision_days: 7 });
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
