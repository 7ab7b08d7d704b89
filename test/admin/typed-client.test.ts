import { readFile } from 'node:fs/promises';
import { adminApi, type AdminApi, type ApiSchemas } from '@aicp/admin/client/admin-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';

const DOCUMENT = new URL('../../docs/reference/openapi.json', import.meta.url);

describe('the typed client', () => {
  let aicp: AdminInstallation;
  let token: string | undefined;
  let api: AdminApi;

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    await aicp.put('Organization', 'acme', { displayName: 'Acme' });
    api = adminApi({ baseUrl: aicp.url, token: () => token });
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const signIn = async () => {
    const body = { api_key: aicp.bootstrapKey };
    await aicp.until(async () => {
      token = (await api.POST('/auth/login', { body })).data?.access_token;
      return token !== undefined;
    });
  };

  it('is made from the document that the service answers', async () => {
    const { data } = await api.GET('/openapi.json');
    expect(data).toEqual(JSON.parse(await readFile(DOCUMENT, 'utf8')));
  });

  it('is told as data why it was refused', async () => {
    token = undefined;
    const { data, error, response } = await api.GET('/api/v1/teams');
    expect(data).toBeUndefined();
    expect(response.status).toBe(401);
    expect(error).toMatchObject({ status: 401, title: 'Unauthorized' });
  });

  it('writes and reads objects, by names and types of the document', async () => {
    await signIn();
    const wanted: ApiSchemas['TeamCreate'] = { name: 'Research', organization_id: 'acme' };
    const created = await api.POST('/api/v1/teams', { body: wanted });
    expect(created.error).toBeUndefined();
    const id = created.data?.id ?? '';
    const path = { id };

    const changed = await api.PUT('/api/v1/teams/{id}', {
      params: { path },
      body: { name: 'Research and development' },
    });
    expect(changed.data?.name).toBe('Research and development');

    const patched = await api.PATCH('/api/v1/teams/{id}', {
      params: { path, query: { wait: true } },
      body: { metadata: { floor: '3', wing: null } },
    });
    expect(patched.data).toMatchObject({ name: changed.data?.name, metadata: { floor: '3' } });

    const query = { organization_id: 'acme', limit: 10 };
    const listed = await api.GET('/api/v1/teams', { params: { query } });
    expect(listed.data?.map((team) => team.id)).toEqual([id]);
    expect(listed.response.headers.get('x-total-count')).toBe('1');

    const { response } = await api.DELETE('/api/v1/teams/{id}', { params: { path } });
    expect(response.status).toBe(204);
  });

  it('tries a write without doing it', async () => {
    await signIn();
    const { data } = await api.POST('/api/v1/teams', {
      params: { query: { dry_run: true } },
      body: { name: 'Tried', organization_id: 'acme' },
    });
    expect(data?.name).toBe('Tried');
    const { response } = await api.GET('/api/v1/teams/{id}', {
      params: { path: { id: data?.id ?? '' } },
    });
    expect(response.status).toBe(404);
  });

  it('has its writes noted as the console’s', async () => {
    await signIn();
    await api.POST('/api/v1/teams', { body: { name: 'Noted', organization_id: 'acme' } });
    const { data } = await api.GET('/api/v1/audit-logs', { params: { query: { limit: 1 } } });
    expect(data?.[0]).toMatchObject({ action: 'create', source: 'console' });
  });

  it('takes an export as the text that it is', async () => {
    await signIn();
    const { data } = await api.GET('/api/v1/audit-logs/export', {
      params: { query: { format: 'csv' } },
      parseAs: 'text',
    });
    expect(data).toMatch(/^seq,id,timestamp/);
  });

  it('is told why by a service that could not even read the request', async () => {
    const { error, response } = await api.GET('/api/v1/teams', {
      params: { query: { q: 'q'.repeat(20_000) } },
    });
    expect(response.status).toBe(431);
    expect(error).toMatchObject({ status: 431, title: 'Request Header Fields Too Large' });
  });
});
