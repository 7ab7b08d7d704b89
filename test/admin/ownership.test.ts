import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';

const REQUESTS = '/api/v1/model-access/requests';

describe('what belongs to an organization', () => {
  let aicp: AdminInstallation;
  let root: AdminClient;
  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    root = await aicp.signIn();
    for (const name of ['acme', 'rival']) await aicp.put('Organization', name, {});
    const tier = { name: 'Frontier', requires_approval: true };
    await root.post('/api/v1/model-access/tiers', tier);
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const adminOf = async (organizationId: string) =>
    (await aicp.somebody('org_admin', { organizationId })).client;
  const make = async (client: AdminClient, name: string, more: object = {}) => {
    const made = await client.post<{ id: string; key: string; organization_id: string }>(
      '/api/v1/api-keys',
      { name, ...more },
    );
    expect(made.status).toBe(201);
    return made.body;
  };
  const detailOf = async (client: AdminClient, key: string) =>
    (await client.post('/auth/login', { api_key: key })).body['detail'];

  it('is moved by nobody but platform_admin, and is filled in from the team', async () => {
    await aicp.put('Team', 'lab', { displayName: 'Lab', organizationId: 'acme' });
    const admin = await adminOf('acme');
    const team = await aicp.get('Team', 'lab');
    expect(team).toBeDefined();
    await aicp.until(async () => (await admin.get('/api/v1/teams/lab')).status === 200);
    const sleeper = await make(admin, 'sleeper', { role: 'org_admin', team_id: 'lab' });
    expect(sleeper.organization_id).toBe('acme');
    for (const organization_id of [null, 'rival']) {
      for (const path of ['api-keys/sleeper', 'teams/lab']) {
        const moved = await admin.put(`/api/v1/${path}`, { organization_id });
        expect([path, moved.status]).toEqual([path, 403]);
      }
    }
    const same = await admin.put('/api/v1/api-keys/sleeper', { organization_id: 'acme' });
    expect(same.status).toBe(200);
    const byRoot = await make(root, 'by-root', { team_id: 'lab' });
    expect(byRoot.organization_id).toBe('acme');
  });

  it('is not meant by an address of what is below it, of which the last part is folded away', async () => {
    const { body } = await root.post('/api/v1/teams', { name: 'Bait', organization_id: 'acme' });
    const team = `/api/v1/teams/${String(body['id'])}`;
    await aicp.until(async () => (await root.get(team)).status === 200);
    const named = (user_id: string) => root.post(`${team}/members`, { user_id });
    expect([(await named('.')).status, (await named('..')).status]).toEqual([422, 422]);
    expect((await root.delete(`${team}/members/..`)).status).toBe(404);
    expect((await root.delete(`${team}/`)).status).toBe(404);
    expect((await root.patch(`${team}/`, { name: 'Other' })).status).toBe(404);
    expect(await root.get(team)).toMatchObject({ status: 200, body: { name: 'Bait' } });
  });

  it('is no key of a team of the same name in another organization', async () => {
    await aicp.put('Team', 'data', { displayName: 'Data', organizationId: 'acme' });
    const { key, name, client } = await aicp.somebody('org_admin', { teamId: 'data' });
    expect((await client.get('/auth/me')).body).toMatchObject({ organization_id: 'acme' });
    await aicp.remove('Team', 'data');
    await aicp.until(async () => (await client.get('/auth/me')).status === 401);
    expect((await client.get('/auth/me')).body['detail']).toContain('the team "data"');
    expect(await detailOf(client, key)).toContain('key_owner_missing');
    await aicp.put('Team', 'data', { displayName: 'Data', organizationId: 'rival' });
    const rival = await adminOf('rival');
    await aicp.until(async () => (await rival.get('/api/v1/teams/data')).status === 200);
    await aicp.until(async () => String(await detailOf(client, key)).includes('is not of the'));
    expect((await client.get('/auth/me')).status).toBe(401);
    expect((await rival.get(`/api/v1/api-keys/${name}`)).status).toBe(404);
    const acme = await adminOf('acme');
    const seen = await acme.get(`/api/v1/api-keys/${name}`);
    expect(seen.body).toMatchObject({ organization_id: 'acme', ready: false });
    expect((await acme.post(`/api/v1/api-keys/${name}/block`)).status).toBe(200);
  });

  it('is a key of one’s own only where one is somebody', async () => {
    await aicp.put('Team', 'own', { organizationId: 'acme' });
    const team = { name: 'mine', team_id: 'own' };
    const nobody = await aicp.somebody('member', { teamId: 'own' });
    expect(await nobody.client.post('/api/v1/api-keys', team)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('names no user') as string },
    });
    const grace = await aicp.somebody('member', { teamId: 'own', userId: 'grace@acme.example' });
    expect((await grace.client.post('/api/v1/api-keys', team)).status).toBe(201);
    const asToken = await fetch(`${aicp.url}/auth/me`, {
      headers: { authorization: `Bearer ${grace.key}` },
    });
    expect(asToken.status).toBe(401);
    expect(await asToken.json()).toMatchObject({
      detail: expect.stringContaining('exchange it for one at POST /auth/login') as string,
    });
  });

  it('comes back to life when Git creates its team again', async () => {
    await aicp.put('Team', 'git', { organizationId: 'acme' });
    const { key, client } = await aicp.somebody('member', { teamId: 'git' });
    await aicp.remove('Team', 'git');
    await aicp.until(async () => (await client.login(key)) === 401);
    await aicp.put('Team', 'git', { organizationId: 'acme' });
    await aicp.until(async () => (await client.login(key)) === 200);
  });

  it('is not inherited by an organization that is created under the slug of a deleted one', async () => {
    await aicp.put('Organization', 'short', {});
    await aicp.put('Team', 'old-team', {
      organizationId: 'short',
      members: [{ userId: 'ada@short.example', role: 'team_admin' }],
    });
    const old = await aicp.somebody('org_admin', { organizationId: 'short' });
    await aicp.until(async () => (await old.client.get('/api/v1/teams/old-team')).status === 200);
    const asked = await old.client.post(REQUESTS, { tier_id: 'frontier', user_id: 'ada' });
    expect(asked.status).toBe(201);
    await aicp.remove('Organization', 'short');
    await aicp.until(async () => (await old.client.get('/auth/me')).status === 401);
    await aicp.put('Organization', 'short', {});
    const anew = await adminOf('short');
    expect((await old.client.get('/auth/me')).status).toBe(401);
    expect(await old.client.login(old.key)).toBe(401);
    expect(await detailOf(old.client, old.key)).toContain('does not exist any more');
    for (const path of [`api-keys/${old.name}`, 'teams/old-team']) {
      expect([path, (await anew.get(`/api/v1/${path}`)).status]).toEqual([path, 404]);
    }
    const users = await anew.get<{ user_id: string }[]>('/api/v1/users');
    expect(users.body.map(({ user_id }) => user_id)).not.toContain('ada@short.example');
    expect(users.body.map(({ user_id }) => user_id)).not.toContain(old.name);
    const one = `${REQUESTS}/${String(asked.body['id'])}`;
    expect((await anew.get(REQUESTS)).body).toEqual([]);
    expect((await anew.get(one)).status).toBe(404);
    for (const verb of ['approve', 'deny', 'revoke']) {
      expect([verb, (await anew.post(`${one}/${verb}`)).status]).toEqual([verb, 404]);
    }
    expect((await root.post(`${one}/approve`)).status).toBe(409);
    const again = await anew.post(REQUESTS, { tier_id: 'frontier', user_id: 'ada' });
    expect(again.status).toBe(201);
  });

  it('has its audit log to itself, also where it was created under the slug of a deleted one', async () => {
    await aicp.put('Organization', 'logs', {});
    const old = await adminOf('logs');
    expect((await old.post('/api/v1/teams', { name: 'Hush by API' })).status).toBe(201);
    await aicp.put('Team', 'hush-by-kubectl', { organizationId: 'logs' });
    const asked = await old.post(REQUESTS, { tier_id: 'frontier', user_id: 'hush' });
    expect(asked.status).toBe(201);
    const entries = async (client: AdminClient) =>
      JSON.stringify((await client.get('/api/v1/audit-logs?limit=500')).body);
    await aicp.until(async () => (await entries(old)).includes('hush-by-kubectl'));
    // What is looked at for the first time belongs to the organization that has the name then.
    for (const team of ['hush-by-api', 'hush-by-kubectl']) {
      await aicp.until(async () => {
        const object = (await aicp.get('Team', team)) as { status?: { owner?: object } };
        return object.status?.owner !== undefined;
      });
    }
    const before = await old.get<{ id: string }[]>('/api/v1/audit-logs');
    expect(before.body.length).toBeGreaterThan(4);
    await aicp.remove('Organization', 'logs');
    await aicp.until(async () => (await old.get('/auth/me')).status === 401);
    await aicp.put('Organization', 'logs', {});
    const anew = await adminOf('logs');
    // What is of the old one is deleted when the new one is there.
    await aicp.remove('Team', 'hush-by-kubectl');
    expect((await root.delete('/api/v1/teams/hush-by-api')).status).toBe(204);
    const deletions = '/api/v1/audit-logs?resource_type=team&resource_id=hush-by-kubectl';
    await aicp.until(async () => (await root.get<object[]>(deletions)).body.length === 2);
    expect((await anew.post('/api/v1/teams', { name: 'Anew' })).status).toBe(201);
    const exported = JSON.stringify((await anew.get('/api/v1/audit-logs/export')).body);
    for (const text of [await entries(anew), exported]) {
      expect(text).toContain('"anew"');
      expect(text.toLowerCase()).not.toContain('hush');
      for (const { id } of before.body) expect(text).not.toContain(id);
    }
    const all = await entries(root);
    for (const { id } of before.body) expect(all).toContain(id);
  });
});
