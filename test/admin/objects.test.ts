import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

interface Relations {
  readonly refers_to: readonly Record<string, unknown>[];
  readonly referred_by: readonly Record<string, unknown>[];
  readonly referred_by_count: number;
  readonly deletion: { readonly blocked: boolean; readonly dependent_count: number } | null;
}

interface Entry {
  readonly action: string;
  readonly ip: string | null;
  readonly user_id: string;
  readonly changes: { readonly before: unknown; readonly after: unknown } | null;
}

describe('what is told of one object', () => {
  let aicp: AdminInstallation;
  let admin: AdminClient;
  let lead: AdminClient;
  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    admin = await aicp.signIn();
    for (const id of ['acme', 'rival']) await created('organizations', { name: id, slug: id });
    await created('teams', { name: 'Research', slug: 'research', organization_id: 'acme' });
    await created('teams', { name: 'Other', slug: 'other', organization_id: 'acme' });
    await created('providers', { name: 'P', type: 'openai' });
    await created('models', { id: 'm1', display_name: 'Model one', provider: 'p', mode: 'chat' });
    const key = await created('api-keys', {
      name: 'lead',
      role: 'team_admin',
      team_id: 'research',
      organization_id: 'acme',
    });
    lead = await aicp.signIn(String(key['key']));
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const created = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await admin.post(`/api/v1/${path}`, body);
    expect({ path, ...answer }).toMatchObject({ path, status: 201, body: {} });
    return answer.body;
  };
  const relations = async (path: string, as = admin): Promise<Relations> => {
    const answer = await as.get<Relations>(`/api/v1/${path}/relations`);
    expect(answer.status).toBe(200);
    return answer.body;
  };

  it('is what it refers to and what refers to it, as far as the caller may see', async () => {
    const known = await relations('models/m1');
    expect(known.refers_to).toContainEqual({
      resource_type: 'provider',
      collection: '/api/v1/providers',
      id: 'p',
      name: 'P',
      field: 'provider',
      exists: true,
    });
    const provider = await relations('providers/p');
    expect(provider.referred_by).toContainEqual({
      resource_type: 'model',
      collection: '/api/v1/models',
      id: 'm1',
      name: 'Model one',
      field: 'provider',
      blocks_delete: true,
      goes_along: false,
    });
    expect(provider.deletion).toMatchObject({ blocked: true, dependent_count: 1 });
    const team = await relations('teams/research', lead);
    expect(team.refers_to).toMatchObject([{ id: 'acme', field: 'organization_id' }]);
    expect(team.referred_by).toMatchObject([{ resource_type: 'api_key', field: 'team_id' }]);
    expect(team.referred_by_count).toBe(1);
    expect(await lead.get('/api/v1/teams/other/relations')).toMatchObject({ status: 404 });
  });

  it('tells the number of what stands on it to nobody who may not change it', async () => {
    const member = await aicp.somebody('member', { organizationId: 'rival' });
    const seen = await relations('models/m1', member.client);
    expect(seen).toMatchObject({ referred_by: [], deletion: null });
  });

  it('is what its conditions and Kubernetes say of it', async () => {
    await created('models', { id: 'm2', provider: 'missing' });
    const said = async (): Promise<unknown> => (await admin.get('/api/v1/models/m2/events')).body;
    const event = { type: 'Warning', reason: 'ReferenceNotFound', count: 1, source: 'event' };
    await expect.poll(said).toContainEqual(expect.objectContaining(event));
    const condition = { type: 'Warning', reason: 'NotAccepted', source: 'condition' };
    expect(await said()).toContainEqual(expect.objectContaining(condition));
    const member = await aicp.somebody('member', { organizationId: 'acme' });
    expect(await member.client.get('/api/v1/providers/p/events')).toMatchObject({
      status: 200,
      body: [],
    });
  });

  it('is how far replicas have it, which those who run the platform are told by replica', async () => {
    const path = '/api/v1/models/m1/rollout';
    const { body } = await admin.get(path);
    expect(body).toMatchObject({ generation: 1, replicas: {} });
    const member = await aicp.somebody('member', { organizationId: 'acme' });
    const told = await member.client.get(path);
    expect(told.status).toBe(200);
    expect(told.body).not.toHaveProperty('by_replica');
    expect(await member.client.get('/api/v1/providers/p/rollout')).toMatchObject({ status: 403 });
    expect(await lead.get('/api/v1/teams/other/rollout')).toMatchObject({ status: 404 });
    expect(await lead.get('/api/v1/replicas')).toMatchObject({ status: 200 });
  });

  it('is who changed what, for whoever may write it', async () => {
    await admin.put('/api/v1/teams/research', { description: 'new' });
    const path = '/api/v1/teams/research/history';
    const read = async (as: AdminClient): Promise<Entry[]> => {
      const { body } = await as.get<Entry[]>(path);
      return body;
    };
    await expect
      .poll(async () => (await read(admin)).map(({ action }) => action))
      .toEqual(['update', 'create']);
    const [newest] = await read(lead);
    expect(newest).toMatchObject({
      action: 'update',
      ip: null,
      changes: {
        before: { spec: { displayName: 'Research' } },
        after: { spec: { description: 'new' } },
      },
    });
    expect(await lead.get('/api/v1/teams/other/history')).toMatchObject({ status: 404 });
    expect(await lead.get('/api/v1/models/m1/history')).toMatchObject({ status: 403 });
    expect((await admin.get<Entry[]>(`${path}?limit=1`)).headers.get('link')).toContain('cursor=');
  });
});
