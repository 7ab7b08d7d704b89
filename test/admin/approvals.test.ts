import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';

const PROMPTS = '/api/v1/prompts';

describe('a prompt', () => {
  let aicp: AdminInstallation;
  let admin: AdminClient;
  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    admin = await aicp.signIn();
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('is written, reviewed, approved, rendered, edited and brought back', async () => {
    const made = await admin.post(PROMPTS, {
      name: 'Summary',
      template_text: 'Sum up in {{count}} sentences: {{text}}',
      variables: [{ name: 'text' }, { name: 'count', type: 'number', default: '3' }],
    });
    expect(made).toMatchObject({ status: 201, body: { status: 'draft', version: 1 } });
    const path = `${PROMPTS}/summary`;
    expect((await admin.post(`${path}/approve`)).status).toBe(409);
    expect((await admin.post(`${path}/submit-review`)).body).toMatchObject({ status: 'in_review' });
    expect((await admin.post(`${path}/approve`)).body).toMatchObject({ status: 'approved' });
    const kept = await aicp.get('PromptVersion', 'summary-1');
    expect(kept?.['spec']).toMatchObject({ prompt: 'summary', approvedBy: 'bootstrap-admin' });

    const edited = await admin.put(path, { template_text: 'In {{count}}: {{text}}' });
    expect(edited.body).toMatchObject({ status: 'draft', version: 2, served_version: 1 });
    const variables = { text: 'a {{count}} story' };
    expect((await admin.post(`${path}/render`, { variables })).body).toEqual({
      rendered_text: 'Sum up in 3 sentences: a {{count}} story',
      version: 1,
      status: 'approved',
    });
    const missing = await admin.post(`${path}/render`, { variables: { count: 2 } });
    expect(missing).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'variables.text', message: 'is required' }] },
    });
    await admin.post(`${path}/submit-review`);
    await admin.post(`${path}/approve`);
    const back = await admin.post(`${path}/rollback`, { version: 1 });
    expect(back.body).toMatchObject({ status: 'approved', version: 1, served_version: 1 });
    const versions = await admin.get<{ version: number; served: boolean }[]>(`${path}/versions`);
    expect(versions.body.map(({ version, served }) => [version, served])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  it('is ready once its approved version is there', async () => {
    const isReady = async () => (await admin.get(`${PROMPTS}/summary`)).body['ready'] === true;
    await aicp.until(isReady);
  });

  it('leaves every step of its life in the audit log', async () => {
    const query = 'resource_type=prompt_template&resource_id=summary';
    const entries = await admin.get<{ action: string }[]>(`/api/v1/audit-logs?${query}`);
    expect(entries.body.map(({ action }) => action).reverse()).toEqual([
      ...['create', 'submit_review', 'approve', 'update', 'submit_review', 'approve', 'rollback'],
    ]);
  });

  it('says nothing that someone would have to act on', () => {
    expect(aicp.complaints).toEqual([]);
  });
});

const REQUESTS = '/api/v1/model-access/requests';

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
    const asked = await ada.post(REQUESTS, { tier_id: 'frontier', justification: 'Evaluation' });
    expect(asked).toMatchObject({
      status: 201,
      body: { status: 'pending', user_id: 'ada', duration_days: 30, decided_by: null },
    });
    const one = `${REQUESTS}/${String(asked.body['id'])}`;
    expect((await ada.post(`${one}/approve`)).status).toBe(403);
    const approved = await orgAdmin.post(`${one}/approve`);
    expect(approved).toMatchObject({
      status: 200,
      body: { status: 'approved', decided_by: 'olga' },
    });
    const grant = await aicp.get('AccessGrant', `request-${String(asked.body['id'])}`);
    expect(grant?.['spec']).toMatchObject({
      organizationId: 'acme',
      tierId: 'frontier',
      userId: 'ada',
      approvedBy: 'olga',
      expiresAt: approved.body['expires_at'],
    });
    expect((await orgAdmin.post(`${one}/revoke`)).body).toMatchObject({ status: 'revoked' });
    expect(await aicp.get('AccessGrant', `request-${String(asked.body['id'])}`)).toBeUndefined();
    expect((await ada.get(one)).body).toMatchObject({ status: 'revoked' });
  });

  it('is listed page by page, newest first', async () => {
    for (const user of ['one', 'two', 'three']) {
      const body = { tier_id: 'frontier', user_id: user };
      expect((await orgAdmin.post(REQUESTS, body)).status).toBe(201);
    }
    const first = await orgAdmin.get<{ user_id: string }[]>(`${REQUESTS}?status=pending&limit=2`);
    expect(first.body.map(({ user_id: user }) => user)).toEqual(['three', 'two']);
    expect(first.headers.get('x-total-count')).toBe('3');
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await orgAdmin.get<{ user_id: string }[]>(next);
    expect(second.body.map(({ user_id: user }) => user)).toEqual(['one']);
    expect(second.headers.get('link')).toBeNull();
    expect((await orgAdmin.get(`${REQUESTS}?cursor=x`)).status).toBe(422);
    expect((await orgAdmin.get(`${REQUESTS}?status=lost`)).status).toBe(422);
  });

  it('refuses what it can’t read, and finds nothing under what is no id', async () => {
    const refused = await ada.post(REQUESTS, { tier_id: 'frontier', duration_days: 0, team: 'x' });
    expect(refused.status).toBe(422);
    expect((await orgAdmin.get(`${REQUESTS}/nothing`)).status).toBe(404);
  });

  it('says nothing that someone would have to act on', () => {
    expect(aicp.complaints).toEqual([]);
  });
});
