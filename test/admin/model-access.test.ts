import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminClient } from './admin-client.ts';
import { AdminInstallation } from './admin-installation.ts';

const PATH = '/api/v1/model-access/requests';

describe('asking for the models of a tier', () => {
  let aicp: AdminInstallation;
  let ada: AdminClient;
  let orgAdmin: AdminClient;

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    await aicp.put('Organization', 'acme', {});
    const where = { organizationId: 'acme' };
    ada = (await aicp.somebody('member', { ...where, userId: 'ada' })).client;
    orgAdmin = (await aicp.somebody('org_admin', { ...where, userId: 'olga' })).client;
    const tier = { name: 'Frontier', requires_approval: true, max_grant_duration_days: 30 };
    await (await aicp.signIn()).post('/api/v1/model-access/tiers', tier);
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('makes a grant that Kubernetes shows, and takes it away again', async () => {
    const asked = await ada.post(PATH, { tier_id: 'frontier', justification: 'Evaluation' });
    expect(asked).toMatchObject({
      status: 201,
      body: { status: 'pending', user_id: 'ada', duration_days: 30, decided_by: null },
    });
    const one = `${PATH}/${String(asked.body['id'])}`;
    expect((await ada.post(`${one}/approve`)).status).toBe(403);
    const approved = await orgAdmin.post(`${one}/approve`);
    expect(approved).toMatchObject({
      status: 200,
      body: { status: 'approved', decided_by: 'olga' },
    });
    const grant = await aicp.get('AccessGrant', `request-${String(asked.body['id'])}`);
    expect(grant?.['spec']).toMatchObject({
      ...{ organizationId: 'acme', tierId: 'frontier', userId: 'ada', approvedBy: 'olga' },
      expiresAt: approved.body['expires_at'],
    });
    expect((await orgAdmin.post(`${one}/revoke`)).body).toMatchObject({ status: 'revoked' });
    expect(await aicp.get('AccessGrant', `request-${String(asked.body['id'])}`)).toBeUndefined();
    expect((await ada.get(one)).body).toMatchObject({ status: 'revoked' });
  });

  it('is listed page by page, newest first', async () => {
    for (const user of ['one', 'two', 'three']) {
      const body = { tier_id: 'frontier', user_id: user };
      expect((await orgAdmin.post(PATH, body)).status).toBe(201);
    }
    const first = await orgAdmin.get<{ user_id: string }[]>(`${PATH}?status=pending&limit=2`);
    expect(first.body.map(({ user_id: user }) => user)).toEqual(['three', 'two']);
    expect(first.headers.get('x-total-count')).toBe('3');
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await orgAdmin.get<{ user_id: string }[]>(next);
    expect(second.body.map(({ user_id: user }) => user)).toEqual(['one']);
    expect(second.headers.get('link')).toBeNull();
    expect((await orgAdmin.get(`${PATH}?cursor=x`)).status).toBe(422);
    expect((await orgAdmin.get(`${PATH}?status=lost`)).status).toBe(422);
  });

  it('refuses what it can’t read, and finds nothing under what is no id', async () => {
    const refused = await ada.post(PATH, { tier_id: 'frontier', duration_days: 0, team: 'x' });
    expect(refused.status).toBe(422);
    expect((await orgAdmin.get(`${PATH}/nothing`)).status).toBe(404);
  });

  it('says nothing that someone would have to act on', () => {
    expect(aicp.complaints).toEqual([]);
  });
});
