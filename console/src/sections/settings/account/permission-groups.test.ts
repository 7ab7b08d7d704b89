import { expect, it } from 'vitest';
import { permissionGroups } from './permission-groups.ts';

it('puts permissions together by what they are about', () => {
  expect(permissionGroups(['teams:write', 'api_keys:read', 'teams:read'])).toEqual([
    { title: 'API keys', verbs: ['read'] },
    { title: 'Teams', verbs: ['read', 'write'] },
  ]);
});
