import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminClient } from './admin-client.ts';
import { AdminInstallation } from './admin-installation.ts';

const PATH = '/api/v1/prompts';

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
    const made = await admin.post(PATH, {
      ...{ name: 'Summary', template_text: 'Sum up in {{count}} sentences: {{text}}' },
      variables: [{ name: 'text' }, { name: 'count', type: 'number', default: '3' }],
    });
    expect(made).toMatchObject({ status: 201, body: { status: 'draft', version: 1 } });
    const path = `${PATH}/summary`;
    expect((await admin.post(`${path}/approve`)).status).toBe(409);
    expect((await admin.post(`${path}/submit-review`)).body).toMatchObject({ status: 'in_review' });
    expect((await admin.post(`${path}/approve`)).body).toMatchObject({ status: 'approved' });
    const kept = await aicp.get('PromptVersion', 'summary-1');
    expect(kept?.['spec']).toMatchObject({ prompt: 'summary', approvedBy: 'bootstrap-admin' });

    const edited = await admin.put(path, { template_text: 'In {{count}}: {{text}}' });
    expect(edited.body).toMatchObject({ status: 'draft', version: 2, served_version: 1 });
    const variables = { text: 'a {{count}} story' };
    expect((await admin.post(`${path}/render`, { variables })).body).toEqual({
      ...{ rendered_text: 'Sum up in 3 sentences: a {{count}} story', version: 1 },
      status: 'approved',
    });
    const missing = await admin.post(`${path}/render`, { variables: { count: 2 } });
    expect(missing).toMatchObject({
      ...{ status: 422, body: { errors: [{ path: 'variables.text', message: 'is required' }] } },
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
    const isReady = async () => (await admin.get(`${PATH}/summary`)).body['ready'] === true;
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
