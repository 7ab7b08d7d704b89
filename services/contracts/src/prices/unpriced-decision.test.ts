import { expect, it } from 'vitest';
import { unpricedDecision } from './unpriced-decision.ts';

it.each([
  ['block', false, 'refuse'],
  ['block', true, 'refuse'],
  ['warn', false, 'serve'],
  ['warn', true, 'refuse'],
  ['zero', false, 'serve'],
  ['zero', true, 'serve'],
] as const)(
  'a model without a price, by %s, where a limit on money applies (%s): %s',
  (policy, hasMoneyLimit, decision) => {
    expect(unpricedDecision({ isPriced: false, policy, hasMoneyLimit })).toBe(decision);
    expect(unpricedDecision({ isPriced: true, policy, hasMoneyLimit })).toBe('serve');
  },
);
