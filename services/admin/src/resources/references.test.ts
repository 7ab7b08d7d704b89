import { budget } from '@aicp/crds/budget';
import { organization } from '@aicp/crds/organization';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  change,
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

const orgAdmin = contextOf(somebody('org_admin'));

describe('an organization', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    await aicp.put('Organization', 'acme', {});
    await aicp.put('Organization', 'rival', {});
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('takes slugs of what it names for those of its own alone, and tells no name of another’s', async () => {
    await aicp.put('Organization', 'o-1', { slug: 'hidden' });
    await aicp.put('Team', 'theirs-data', { organizationId: 'rival', slug: 'data' });
    await aicp.put('Team', 'platforms-ops', { slug: 'ops' });
    const service = aicp.services(budget);
    let made = 0;
    const named = async (entity_type: string, entity_id: string, context = orgAdmin) => {
      const limit = {
        name: `${context.principal.role} ${made}`,
        entity_type,
        entity_id,
        monthly_limit: 5,
      };
      made += 1;
      return (await service.create(context, limit)).spec['entityId'];
    };
    expect(await named('organization', 'hidden')).toBe('hidden');
    expect(await named('team', 'data')).toBe('data');
    expect(await named('team', 'ops')).toBe('ops');
    await aicp.put('Team', 'ours-data', { organizationId: 'acme', slug: 'data' });
    expect(await named('team', 'data')).toBe('ours-data');
    const root = contextOf(somebody('platform_admin'));
    expect(await named('organization', 'hidden', root)).toBe('o-1');
    expect(await named('team', 'ops', root)).toBe('platforms-ops');
    await aicp.put('Team', 'ops', { organizationId: 'rival', slug: 'other' });
    expect(await named('team', 'ops', root)).toBe('ops');
    expect(await named('team', 'theirs-data', root)).toBe('theirs-data');
  });

  it('knows a team that the organization’s sign-in names by its slug where it is its own', async () => {
    await aicp.put('Team', 'theirs-data', { organizationId: 'rival', slug: 'data' });
    const service = aicp.services(organization).under({ hidden: ['members'] });
    const named = async (team_id: string) => {
      const mapping = { claim: 'groups', value: 'ops', role: 'member', team_id };
      const sso = { issuer: 'https://login.example', client_id: 'c', role_mapping: [mapping] };
      const { spec } = await change(service, orgAdmin, 'acme', { sso });
      const { roleMapping } = spec['sso'] as { roleMapping: { teamId: string }[] };
      return roleMapping[0]?.teamId;
    };
    expect(await named('data')).toBe('data');
    await aicp.put('Team', 'ours-data', { organizationId: 'acme', slug: 'data' });
    expect(await named('data')).toBe('ours-data');
  });
});
