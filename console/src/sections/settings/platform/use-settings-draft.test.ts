// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { patchOf, type PlatformSettings } from './platform-settings.ts';
import { useSettingsDraft } from './use-settings-draft.ts';

const settings: PlatformSettings = {
  ...{ id: 'default', uid: '0', created_at: '', updated_at: '', ready: true, conditions: [] },
  ...{ managed_by: 'api', read_only: false },
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
const theirs: PlatformSettings = {
  ...settings,
  features: { ...settings.features, maintenance_mode: true },
};

const started = () =>
  renderHook((now: PlatformSettings) => useSettingsDraft(now), { initialProps: settings });

type Edited = Pick<ReturnType<typeof useSettingsDraft>, 'base' | 'draft'>;
const patchIn = ({ base, draft }: Edited) => patchOf(base, draft);

it('shows what others save as long as nobody types', () => {
  const { result, rerender } = started();
  rerender(theirs);
  expect(result.current.draft.features.maintenance_mode).toBe(true);
  expect(result.current.isChanged).toBe(false);
});

it('keeps what somebody began from while they type, and sends only what they changed', () => {
  const { result, rerender } = started();
  act(() => result.current.change({ features: { ...settings.features, four_eyes: false } }));
  rerender(theirs);
  expect(patchIn(result.current)).toEqual({ features: { four_eyes: false } });
  expect(result.current.base.features.maintenance_mode).toBe(false);
  expect(result.current.newest.features.maintenance_mode).toBe(true);
});

it('goes on from what is there now', () => {
  const { result, rerender } = started();
  act(() => result.current.change({ time_zone: 'Europe/Berlin' }));
  rerender(theirs);
  act(() => result.current.begin({ ...result.current.newest, time_zone: 'Europe/Berlin' }));
  expect(patchIn(result.current)).toEqual({ time_zone: 'Europe/Berlin' });
  act(() => result.current.begin());
  expect(result.current.isChanged).toBe(false);
});

it('keeps what is typed while a draft is saved', () => {
  const { result } = started();
  act(() => result.current.change({ time_zone: 'Europe/Berlin' }));
  const sent = result.current.draft;
  act(() => result.current.change({ environment: 'production' }));
  act(() => result.current.saved(sent));
  expect(patchIn(result.current)).toEqual({ environment: 'production' });
});

it('has nothing left to save once all of a draft was', () => {
  const { result } = started();
  act(() => result.current.change({ time_zone: 'Europe/Berlin' }));
  act(() => result.current.saved(result.current.draft));
  expect(result.current.isChanged).toBe(false);
});
