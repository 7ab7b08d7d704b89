import { expect, it } from 'vitest';
import type { Condition } from '../../../api/api-object.ts';
import { conditionOf, remarksOf, thenText } from './policy-text.ts';

const accepted = (message: string, status: Condition['status'] = 'True', reason = 'Accepted') => ({
  ...{ type: 'Accepted', status, reason, message, lastTransitionTime: '2026-11-25T12:00:00Z' },
});

it.each([
  [{ action: 'deny', target_models: ['a', 'b'] }, 'Deny a, b'],
  [{ action: 'deny' }, 'Deny every model'],
  [{ action: 'permit', target_models: [] }, 'Serve as asked'],
  [
    { policy_type: 'conditional', config: { action: 'prefer', target_models: ['a'] } },
    'Try a first',
  ],
  [
    { policy_type: 'fallback', config: { model: 'a', fallbacks: ['b', 'c'] } },
    'When a fails, try b, then c',
  ],
  [{ policy_type: 'model_group', config: { alias: 's', models: ['a', 'b'] } }, 's stands for a, b'],
  [
    { policy_type: 'routing_strategy', config: { strategy: 'least-busy' } },
    'Order every group by least-busy',
  ],
])('says what a policy does (%#)', (fields, text) => {
  expect(thenText({ id: 'p', ...fields })).toBe(text);
});

it('finds the condition in both forms', () => {
  expect(conditionOf({ id: 'p', condition: 'team == a' })).toBe('team == a');
  expect(conditionOf({ id: 'p', config: { condition: 'team == b' } })).toBe('team == b');
  expect(conditionOf({ id: 'p', condition: '' })).toBeUndefined();
});

it('tells conflicts and rules that nothing reaches', () => {
  const labels = (condition: Condition) =>
    remarksOf({ id: 'p', conditions: [condition] }).map(({ label }) => label);
  expect(labels(accepted('never reached: RoutingPolicy "a" decides it'))).toEqual([
    'Never reached',
  ]);
  expect(labels(accepted('an older one wants else', 'False', 'Conflicted'))).toEqual(['Conflict']);
  expect(labels(accepted('it is valid'))).toEqual([]);
});
