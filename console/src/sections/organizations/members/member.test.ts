import { expect, it } from 'vitest';
import { ORGANIZATION_ROLES, roleOptions, TEAM_ROLES } from './member.ts';

it('offers the roles of a team in words', () => {
  expect(roleOptions(TEAM_ROLES)).toEqual([
    { value: 'team_admin', label: 'Team administrator' },
    { value: 'member', label: 'Member' },
    { value: 'viewer', label: 'Viewer' },
  ]);
});

it('keeps a role that somebody has by another word', () => {
  expect(roleOptions(ORGANIZATION_ROLES, 'admin')[0]).toEqual({
    ...{ value: 'admin', label: 'Administrator' },
  });
  expect(roleOptions(ORGANIZATION_ROLES, 'viewer')).toHaveLength(5);
});
