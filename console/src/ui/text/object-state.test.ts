import { expect, it } from 'vitest';
import type { Condition } from '../../api/api-object.ts';
import { stateOf } from './object-state.ts';

const condition = (type: string, status: Condition['status']): Condition => ({
  ...{ type, status, reason: 'Why', message: `${type} is ${status}` },
  lastTransitionTime: '2026-11-25T12:00:00Z',
});

it.each([
  [[], undefined, 'Applying'],
  [[condition('Ready', 'True')], true, 'Ready'],
  [[condition('Accepted', 'False'), condition('Ready', 'False')], false, 'Not accepted'],
  [[condition('Enforced', 'False'), condition('Ready', 'True')], true, 'Not enforced'],
  [[condition('Healthy', 'False'), condition('Ready', 'True')], true, 'Not healthy'],
  [[condition('Ready', 'False'), condition('Reconciling', 'True')], false, 'Applying'],
  [[condition('Programmed', 'False'), condition('Ready', 'False')], false, 'Not ready'],
] as const)('says how an object is (%#)', (conditions, ready, label) => {
  expect(stateOf({ conditions, ready: ready ?? false }).label).toBe(label);
});

it('says why in the words of the condition that is to blame', () => {
  const conditions = [condition('Programmed', 'False'), condition('Ready', 'False')];
  expect(stateOf({ conditions, ready: false }).why).toBe('Programmed is False');
});
