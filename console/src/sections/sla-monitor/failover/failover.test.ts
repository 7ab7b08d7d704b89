import { expect, it } from 'vitest';
import { failoverLook, observedOf } from './failover.ts';

it('says in words how a rule stands', () => {
  expect(failoverLook('failed_over')).toMatchObject({ label: 'Failed over', tone: 'bad' });
  expect(failoverLook(undefined)).toBeUndefined();
  expect(failoverLook('constructor')).toBeUndefined();
});

it('knows nothing of a rule that nobody has looked at', () => {
  expect(observedOf({ id: 'new' })).toEqual({});
});
