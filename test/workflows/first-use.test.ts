import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../admin/clients.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation } from '../up/installation.ts';

interface Execution {
  readonly id: string;
  readonly execution_id: string;
  readonly template: string;
  readonly status: string;
  readonly created_at: string;
  readonly output?: unknown;
  readonly error?: string | null;
  readonly steps?: readonly { readonly id: string; readonly status: string }[];
  readonly total_tokens?: number;
  readonly total_cost?: number;
}

const QUERY = { query: 'What is a control plane?' };
const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** The secret of a key of an organization that is made for it. */
async function keyInOrganization(admin: AdminClient): Promise<string> {
  await admin.post('/api/v1/organizations', { name: 'Acme', slug: 'acme' });
  const { status, body } = await admin.post<{ key: string }>('/api/v1/api-keys', {
    ...{ name: 'acme-bot', organization_id: 'acme', role: 'member' },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.key;
}

describe('workflows of a fresh installation, without any setting', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.prepare();
    expect((await installation.up()).code).toBe(0);
  }, 180_000);
  afterAll(async () => {
    await installation.remove();
  });

  /** The engine, asked without credentials. */
  const engine = () => new AdminClient(installation.workflowUrl);

  it('are three to start with, each with what it takes and what it does', async () => {
    await until(
      async () => {
        const { body } = await engine().get<readonly { type: string }[]>('/api/v1/templates');
        const types = body.map(({ type }) => type);
        return ['research', 'coding', 'data_analysis'].every((type) => types.includes(type));
      },
      { what: 'the built-in templates are known' },
    );
    const { body } = await engine().get<readonly object[]>('/api/v1/templates');
    for (const template of body) {
      expect(template).toMatchObject({
        ...{ id: expect.any(String) as string, name: expect.any(String) as string },
        ...{ input_schema: { type: 'object' }, steps: expect.any(Array) as unknown[] },
      });
    }
  });

  it('are executed and come to their end as curl asks for it, without credentials', async () => {
    const asked = { template: 'research', input: QUERY };
    const started = await engine().post<Execution>('/api/v1/executions', asked);
    expect(started.status).toBe(201);
    const { id, execution_id: sameId, template, created_at: at } = started.body;
    expect([sameId, template]).toEqual([id, 'research']);
    expect(Date.parse(at)).not.toBeNaN();
    const path = `/api/v1/executions/${id}`;
    await until(async () => (await engine().get<Execution>(path)).body.status === 'completed', {
      what: 'the execution is completed',
    });
    const { body } = await engine().get<Execution>(path);
    expect(body.steps?.every(({ status }) => status === 'completed')).toBe(true);
    expect(JSON.stringify(body.output).length).toBeGreaterThan(10);
    expect(body.total_tokens).toBeGreaterThan(0);
    expect(body.total_cost).toBeGreaterThan(0);
    const listed = await engine().get<readonly Execution[]>('/api/v1/executions?status=completed');
    expect(listed.body.map((one) => one.id)).toContain(id);
  });

  it('refuse an input that does not fit, with its path', async () => {
    const refused = await engine().post<{ errors: readonly { path: string }[] }>(
      '/api/v1/executions',
      {
        ...{ template: 'research', input: {} },
      },
    );
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body.errors)).toContain('query');
  });

  it('are executed by `aicp workflow`, which follows them', async () => {
    const input = `query=${QUERY.query}`;
    const run = await installation.aicp(['workflow', 'run', 'research', '--input', input]);
    expect(run.code, run.err).toBe(0);
    expect(run.err).toMatch(/: completed, [0-9]+ tokens, \$/);
    expect(run.out.length).toBeGreaterThan(10);
    const list = await installation.aicp(['workflow', 'list', '--template', 'research']);
    expect(list.out).toMatch(/research +completed/);
  });

  it('are executed through the admin API, for whoever is signed in there', async () => {
    const admin = new AdminClient(installation.adminUrl);
    expect(await admin.login(installation.key)).toBe(200);
    const path = '/api/v1/workflows/executions';
    const { body } = await admin.post<Execution>(path, { template: 'research', input: QUERY });
    await until(
      async () => (await admin.get<Execution>(`${path}/${body.id}`)).body.status === 'completed',
      { what: 'the execution is completed' },
    );
    const entries = await admin.get<readonly { resource_id: string }[]>(
      '/api/v1/audit-logs?resource_type=workflow_execution',
    );
    expect(entries.body.map((one) => one.resource_id)).toContain(body.id);
    // Who has no credentials sees nothing of it.
    expect((await engine().get(`/api/v1/executions/${body.id}`)).status).toBe(404);
  });

  it('call addresses on this machine as the platform’s, and public ones alone as an organization’s', async () => {
    const admin = new AdminClient(installation.adminUrl);
    expect(await admin.login(installation.key)).toBe(200);
    const key = await keyInOrganization(admin);
    const call = { id: 'call', type: 'http', with: { url: `${installation.workflowUrl}/health` } };
    const made = { name: 'Calls', steps: [call] };
    await admin.post('/api/v1/workflows', { ...made, type: 'calls' });
    await admin.post('/api/v1/workflows', {
      ...{ ...made, type: 'calls-of-acme', organization_id: 'acme' },
    });
    const client = new AdminClient(installation.workflowUrl);
    client.token = key;
    const endOf = async (template: string) => {
      const { body } = await until(
        async () => {
          const started = await client.post<Execution>('/api/v1/executions', { template });
          return started.status === 201 && started;
        },
        { what: `${template} is known` },
      );
      return await until(
        async () => {
          const { body: now } = await client.get<Execution>(`/api/v1/executions/${body.id}`);
          return ['completed', 'failed'].includes(now.status) && now;
        },
        { what: `${template} ends` },
      );
    };
    expect(await endOf('calls')).toMatchObject({ status: 'completed' });
    const refused = await endOf('calls-of-acme');
    expect(refused.status).toBe('failed');
    expect(refused.error).toContain('127.0.0.1');
  });

  it('are asked for in the README as here', () => {
    expect(README).toContain('"template": "research"');
    expect(README).toContain('/api/v1/executions');
  });

  it('log nothing that is an error', async () => {
    expect(await installation.warnings()).toEqual([]);
  });
});
