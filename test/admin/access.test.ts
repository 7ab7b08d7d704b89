import { LIMITS } from '@aicp/api-kit/access/caller-limits';
import { testEngines } from '@aicp/common/database/testing/engines';
import { newApiKey } from '@aicp/contracts/keys/api-key';
import { bootstrapKeyObject } from '@aicp/local/control/first-objects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';

describe('signing in', () => {
  let aicp: AdminInstallation;
  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    await aicp.put('Organization', 'acme', { displayName: 'Acme' });
    await aicp.put('Team', 'research', { displayName: 'Research', organizationId: 'acme' });
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  /** The spec of a key, to change one thing of it. */
  const specOf = (key: string, more: object = {}) => ({
    ...bootstrapKeyObject(key).spec,
    role: 'member',
    organizationId: 'acme',
    ...more,
  });
  const isOut = async (client: AdminClient) => (await client.get('/auth/me')).status === 401;

  it('gives a token for a key, which says who one is', async () => {
    const client = new AdminClient(aicp.url);
    const answer = await client.post('/auth/login', { api_key: aicp.bootstrapKey });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: 1800, user: { role: 'platform_admin' } },
    });
    const me = await (await aicp.signIn()).get<{ permissions: string[] }>('/auth/me');
    expect(me).toMatchObject({
      status: 200,
      body: { user_id: 'bootstrap-admin', email: null, organization_id: null, team_ids: [] },
    });
    expect(me.body.permissions).toContain('providers:write');
  });

  it('makes a key of a team one of its organization', async () => {
    const { client } = await aicp.somebody('team_admin', {
      teamId: 'research',
      userId: 'ada@acme.example',
    });
    expect((await client.get('/auth/me')).body).toMatchObject({
      user_id: 'ada@acme.example',
      email: 'ada@acme.example',
      organization_id: 'acme',
      team_ids: ['research'],
    });
  });

  it('is refused to a key that nobody knows, in words that tell a guesser nothing', async () => {
    const client = new AdminClient(aicp.url);
    const unknown = await client.post('/auth/login', { api_key: newApiKey() });
    expect(unknown.status).toBe(401);
    const { key, name } = await aicp.somebody('member', { organizationId: 'acme' });
    await aicp.put('APIKey', name, specOf(key, { blocked: true }));
    await aicp.until(async () => (await client.login(key)) === 401);
    const blocked = await client.post('/auth/login', { api_key: key });
    expect(blocked.body['detail']).toBe(unknown.body['detail']);
  });

  it('ends at once when the key is blocked, gets another role or another organization, or is deleted', async () => {
    const changes = [{ blocked: true }, { role: 'viewer' }, { organizationId: 'other' }, undefined];
    for (const change of changes) {
      const { key, name, client } = await aicp.somebody('member', { organizationId: 'acme' });
      if (change) await aicp.put('APIKey', name, specOf(key, change));
      else await aicp.remove('APIKey', name);
      await aicp.until(() => isOut(client));
    }
  });

  it('ends for the old form of a rotated key when its grace does, and goes on for the new one', async () => {
    const { key: old, name, client } = await aicp.somebody('member', { organizationId: 'acme' });
    const next = newApiKey();
    const hash = (key: string) => bootstrapKeyObject(key).spec.keyHash;
    const rotated = (until: number) => ({
      ...specOf(next),
      previousKeyHash: hash(old),
      previousKeyExpiresAt: new Date(until).toISOString(),
    });
    await aicp.put('APIKey', name, rotated(Date.now() + 3_600_000));
    const newcomer = await aicp.signIn(next);
    expect(await isOut(client)).toBe(false);
    await aicp.put('APIKey', name, rotated(Date.now() - 1000));
    await aicp.until(() => isOut(client));
    expect(await isOut(newcomer)).toBe(false);
  });

  it('is given back by logout, which a restart does not forget', async () => {
    const client = await aicp.signIn();
    const other = await aicp.signIn();
    expect((await client.post('/auth/logout')).status).toBe(204);
    expect(await isOut(client)).toBe(true);
    expect(await isOut(other)).toBe(false);
    await aicp.restartAdmin();
    const again = new AdminClient(aicp.url);
    again.token = client.token;
    await aicp.until(() => isOut(again));
    again.token = other.token;
    expect(await isOut(again)).toBe(false);
  });

  it('lists people by their memberships, keys and logins', async () => {
    await aicp.put('Team', 'research', {
      displayName: 'Research',
      organizationId: 'acme',
      members: [{ userId: 'grace@acme.example', role: 'team_admin' }],
    });
    const { client } = await aicp.somebody('org_admin', {
      organizationId: 'acme',
      userId: 'head@acme.example',
    });
    const find = async () => (await client.get<Record<string, unknown>[]>('/api/v1/users')).body;
    await aicp.until(async () => JSON.stringify(await find()).includes('grace'));
    const people = await find();
    expect(people.find((one) => one['user_id'] === 'grace@acme.example')).toMatchObject({
      organization_id: 'acme',
      roles: ['team_admin'],
      team_ids: ['research'],
      last_login_at: null,
    });
    await aicp.until(async () =>
      (await find()).some(
        (one) => one['user_id'] === 'head@acme.example' && one['last_login_at'] !== null,
      ),
    );
    const page = await client.get<unknown[]>('/api/v1/users?limit=1');
    expect(page.body).toHaveLength(1);
    expect(Number(page.headers.get('x-total-count'))).toBe(people.length);
    const next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await client.get<unknown[]>(next)).body).toEqual([people[1]]);
  });

  it('leaves no warning and no error in the log', () => {
    expect(aicp.complaints).toEqual([]);
  });
});

it('counts failed logins of an address, ten a minute, and keeps the right key in', async () => {
  await using aicp = await AdminInstallation.start({ config: { limits: LIMITS } });
  const client = new AdminClient(aicp.url);
  const statuses = [];
  for (let count = 0; count < 11; count += 1) statuses.push(await client.login(newApiKey()));
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  const wrong = await client.post('/auth/login', { api_key: newApiKey() });
  expect(Number(wrong.headers.get('retry-after'))).toBeGreaterThan(0);
  for (let count = 0; count < 11; count += 1) {
    const stray = await client.get('/auth/oidc/acme/callback?code=1&state=2');
    expect(stray.status).toBe(404);
  }
  expect(await client.login(aicp.bootstrapKey)).toBe(200);
});

const TEAM = { name: 'Late' };

it('signs in and lists while the Kubernetes API is away, asks to come back for the rest, and recovers by itself', async () => {
  await using aicp = await AdminInstallation.start();
  const client = await aicp.signIn();
  await aicp.withoutKubernetes(async () => {
    const newcomer = new AdminClient(aicp.url);
    expect(await newcomer.login(aicp.bootstrapKey)).toBe(200);
    expect((await newcomer.get('/auth/me')).status).toBe(200);
    expect((await newcomer.get('/api/v1/teams')).status).toBe(200);
    const write = await client.post('/api/v1/teams', TEAM);
    expect(write.status).toBe(503);
    expect(Number(write.headers.get('retry-after'))).toBeGreaterThan(0);
  });
  await aicp.until(async () => (await client.post('/api/v1/teams', TEAM)).status !== 503);
  const teams = await client.get<{ name: string }[]>('/api/v1/teams');
  expect(teams.body.map(({ name }) => name)).toEqual(['Late']);
}, 90_000);

const [, postgresql] = testEngines();

describe.skipIf(postgresql!.skipped)(postgresql!.skipped ?? 'on PostgreSQL', () => {
  it('signs in and reads while the database is away, asks to come back for the rest, and recovers by itself', async () => {
    const database = await postgresql!.start();
    {
      await using aicp = await AdminInstallation.start({ database: database.location });
      const client = await aicp.signIn();
      await database.server!.halt();
      const newcomer = new AdminClient(aicp.url);
      expect(await newcomer.login(aicp.bootstrapKey)).toBe(200);
      expect((await newcomer.get('/api/v1/teams')).status).toBe(200);
      for (const answer of [
        await client.post('/api/v1/teams', TEAM),
        await client.get('/api/v1/users'),
      ]) {
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await database.server!.resume();
      await aicp.until(async () => (await client.post('/api/v1/teams', TEAM)).status === 201);
      expect((await client.get('/api/v1/users')).status).toBe(200);
    }
    await database.stop();
  }, 90_000);
});
