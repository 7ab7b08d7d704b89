import { organization } from '@aicp/crds/organization';
import { team } from '@aicp/crds/team';
import { ORGANIZATION_ROLES } from '@aicp/crds/organization';
import { TEAM_ROLES } from '@aicp/crds/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Route } from '@aicp/api-kit/route/route';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../resources/testing/resource-fixture.ts';
import { memberRoutes } from './routes.ts';

describe('members', () => {
  let aicp: ResourceFixture;
  let routes: Route[];
  beforeEach(async () => {
    aicp = await resourceFixture();
    routes = [
      ...memberRoutes({
        service: aicp.services(team),
        name: 'Team',
        roles: TEAM_ROLES,
        isShownToTeams: true,
      }),
      ...memberRoutes({
        service: aicp.services(organization),
        name: 'Organization',
        roles: ORGANIZATION_ROLES,
        isShownToTeams: false,
      }),
    ];
    await aicp.put('Team', 'ours', { organizationId: 'acme' });
    await aicp.put('Team', 'other', { organizationId: 'acme' });
    await aicp.put('Organization', 'acme', {
      members: [{ userId: 'boss', role: 'org_admin' }],
    });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const orgAdmin = somebody('org_admin');
  const teamAdmin = somebody('team_admin', { teamIds: ['ours'] });

  const call = async (
    operationId: string,
    principal: Principal,
    { id = 'ours', ...rest }: { id?: string; user_id?: string; role?: string } = {},
  ): Promise<{ status: unknown; body?: unknown }> => {
    const route = routes.find((one) => one.operationId === operationId)!;
    const body = route.body?.parse(rest);
    const params = { id, user_id: rest.user_id ?? '' };
    return await route.handler(contextOf(principal, { params, body })).catch((error: unknown) => ({
      status: (error as { status?: number }).status ?? error,
    }));
  };
  const membersOf = (kind: string, name: string) => aicp.peek(kind, name)?.spec['members'];

  it('are added, changed, listed and removed, in the object itself', async () => {
    const ada = { user_id: 'ada', role: 'member' };
    expect(await call('addTeamMember', teamAdmin, ada)).toMatchObject({ status: 201, body: ada });
    expect(await call('addTeamMember', teamAdmin, { ...ada, role: 'team_admin' })).toMatchObject({
      status: 200,
    });
    expect(membersOf('Team', 'ours')).toEqual([{ userId: 'ada', role: 'team_admin' }]);
    expect((await call('listTeamMembers', teamAdmin)).body).toEqual([
      { user_id: 'ada', role: 'team_admin' },
    ]);
    expect(await call('removeTeamMember', teamAdmin, ada)).toEqual({ status: 204 });
    expect(membersOf('Team', 'ours')).toBeUndefined();
    expect(await call('removeTeamMember', teamAdmin, ada)).toMatchObject({ status: 404 });
    expect(aicp.hooks.planned.map(({ action }) => action)).toEqual([
      'add_member',
      'add_member',
      'remove_member',
    ]);
  });

  it('of other teams are out of a team administrator’s reach', async () => {
    const ada = { id: 'other', user_id: 'ada' };
    expect(await call('addTeamMember', teamAdmin, ada)).toMatchObject({ status: 404 });
    expect(await call('listTeamMembers', teamAdmin, ada)).toMatchObject({ status: 404 });
    expect(await call('listOrganizationMembers', teamAdmin, { id: 'acme' })).toMatchObject({
      status: 403,
    });
  });

  it('get, and lose, no role above that of who says so', async () => {
    const added = (principal: Principal, user_id: string, role: string) =>
      call('addOrganizationMember', principal, { id: 'acme', user_id, role });
    expect(await added(teamAdmin, 'ada', 'member')).toMatchObject({ status: 403 });
    expect(await added(orgAdmin, 'ada', 'admin')).toMatchObject({ status: 201 });
    const strong = { ...teamAdmin, role: 'team_admin' as const };
    const removed = { id: 'acme', user_id: 'boss' };
    expect(await call('removeOrganizationMember', strong, removed)).toMatchObject({ status: 403 });
    expect(membersOf('Organization', 'acme')).toHaveLength(2);
  });

  it('are added beside those that somebody else adds at the same moment', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map((user_id) => call('addTeamMember', orgAdmin, { user_id })),
    );
    const names = (membersOf('Team', 'ours') as { userId: string }[]).map(({ userId }) => userId);
    expect(names.sort()).toEqual(['a', 'b', 'c']);
  });
});
