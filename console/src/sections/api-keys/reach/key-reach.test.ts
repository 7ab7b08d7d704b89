import { expect, it } from 'vitest';
import { needsOrganization } from '../../../resources/roles.ts';
import { reachProblem } from './key-reach.ts';

it('says that a key which acts in an organization has none', () => {
  const key = { id: 'k', organization_id: null };
  expect(reachProblem({ ...key, role: 'finance' })).toMatch(/^The role Finance acts in an org/);
  expect(reachProblem({ ...key, role: 'finance', organization_id: 'acme' })).toBeUndefined();
  expect(reachProblem({ ...key, role: 'platform_admin' })).toBeUndefined();
  expect(reachProblem(key)).toBeUndefined();
});

it('takes the older word for a role', () => {
  expect(needsOrganization('admin')).toBe(true);
  expect(needsOrganization('member')).toBe(false);
});
