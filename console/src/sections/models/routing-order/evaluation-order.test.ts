import { expect, it } from 'vitest';
import type { ApiObject } from '../../../api/api-object.ts';
import { evaluationOrder } from './evaluation-order.ts';

const policy = (id: string, more: Partial<ApiObject> = {}): ApiObject => ({
  ...{ id, priority: 0, created_at: '2026-11-01T00:00:00Z', action: 'deny' },
  ...more,
});

const idsOf = (policies: readonly ApiObject[]) => policies.map(({ id }) => id);

it('reads the highest priority first, then the older one, then by name', () => {
  const { scopes } = evaluationOrder([
    policy('late', { created_at: '2026-11-02T00:00:00Z' }),
    policy('b'),
    policy('a'),
    policy('high', { priority: 10, created_at: '2026-11-03T00:00:00Z' }),
  ]);
  expect(idsOf(scopes[0]?.rules ?? [])).toEqual(['high', 'a', 'b', 'late']);
});

it('reads the platform’s before every organization’s, whatever their priority', () => {
  const { scopes } = evaluationOrder([
    policy('theirs', { organization_id: 'zeta', priority: 100 }),
    policy('ours', { organization_id: 'acme' }),
    policy('all', { organization_id: null }),
  ]);
  expect(scopes.map(({ organization }) => organization)).toEqual([undefined, 'acme', 'zeta']);
});

it('keeps apart what decides no request, and what is switched off', () => {
  const order = evaluationOrder([
    policy('group', { policy_type: 'model_group' }),
    policy('rule', { policy_type: 'conditional' }),
    policy('off', { is_active: false }),
  ]);
  expect(idsOf(order.scopes.flatMap(({ rules }) => rules))).toEqual(['rule']);
  expect(idsOf(order.others)).toEqual(['group']);
  expect(idsOf(order.off)).toEqual(['off']);
});
