import type { Principal } from '@aicp/api-kit/access/principal';
import { expect, it } from 'vitest';
import { permissionsOf } from '../access/permissions.ts';
import { toUser } from './user-view.ts';

const holder = (role: Principal['role'], subject: string): Principal => ({
  ...{ kind: 'key', subject, keyUid: 'uid', keyName: 'some-key', role },
  ...{ organizationId: undefined, organizationUid: undefined, teamIds: [] },
  permissions: permissionsOf(role),
});

it.each([
  ['member', 'ada', true],
  ['member', 'some-key', false],
  ['team_admin', 'some-key', true],
  ['viewer', 'ada', false],
] as const)('tells %s as %s whether it may write keys: %s', (role, subject, mayWrite) => {
  const { permissions } = toUser(holder(role, subject));
  expect(permissions.includes('api_keys:write')).toBe(mayWrite);
});
