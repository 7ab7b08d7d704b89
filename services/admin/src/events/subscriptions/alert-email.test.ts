import { budget } from '@aicp/crds/budget';
import { expect, it } from 'vitest';
import { alertEmailSubscriptions } from './alert-email.ts';
import { stateOf } from '../testing/object-states.ts';

it('a Budget that names an address is told of by e-mail, and of nothing else', () => {
  const spec = { entityType: 'global', monthlyLimit: '5', alertEmail: 'finance@example.com' };
  const named = stateOf(budget, 'ml', { spec, generation: 3 });
  const without = stateOf(budget, 'other', { spec: { ...spec, alertEmail: undefined } });
  expect(alertEmailSubscriptions([named, without], () => 'acme')).toEqual([
    {
      ...{ uid: 'uid-ml:alert-email', name: 'Budget/ml', organization: 'acme', generation: 3 },
      ...{ eventTypes: ['budget.*'], channel: 'email', isActive: true },
      ...{ subject: 'Budget/ml', to: ['finance@example.com'] },
    },
  ]);
});
