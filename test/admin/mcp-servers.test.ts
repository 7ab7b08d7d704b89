import { startToolServer, type ToolServer } from '@aicp/gateway/mcp/testing/tool-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

interface ShownTools {
  readonly tools: readonly { readonly name: string; readonly digest: string }[];
}

describe('MCP servers in the admin API', () => {
  let aicp: AdminInstallation;
  let admin: AdminClient;
  let tools: ToolServer;
  beforeAll(async () => {
    tools = await startToolServer();
    aicp = await AdminInstallation.start();
    admin = await aicp.signIn();
    const body = { name: 'search', server_type: 'streamable_http', url: tools.url };
    expect(await admin.post('/api/v1/mcp-servers', body)).toMatchObject({ status: 201 });
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
    await tools[Symbol.asyncDispose]();
  });

  const path = '/api/v1/mcp-servers/search';

  it('are tried: whether they answer, and with how many tools', async () => {
    expect(await admin.post(`${path}/test`)).toMatchObject({
      status: 200,
      body: { ok: true, tools: 3, message: 'It answers, and lists 3 tools.' },
    });
  });

  it.each([
    ['away', 'http://127.0.0.1:2/', 'Connection refused: '],
    ['nobody', 'http://nobody.invalid/', 'Unknown name: '],
  ])('say why they cannot be asked, as their conditions do (%s)', async (name, url, why) => {
    const at = `/api/v1/mcp-servers/${name}`;
    const said = expect.stringContaining(why) as string;
    const body = { name, server_type: 'streamable_http', url };
    expect(await admin.post('/api/v1/mcp-servers', body)).toMatchObject({ status: 201 });
    expect(await admin.post(`${at}/test`)).toMatchObject({
      body: { ok: false, tools: null, message: said },
    });
    expect(await admin.get(`${at}/tools`)).toMatchObject({ status: 502, body: { detail: said } });
    const preview = await admin.get<{ servers: object[] }>('/api/v1/mcp-servers/sync/preview');
    expect(preview.body.servers).toContainEqual(
      expect.objectContaining({ id: name, reachable: false, message: said }),
    );
    await admin.delete(at);
  });

  it('have their tools approved, and say which ones changed afterwards', async () => {
    const { body } = await admin.get<ShownTools>(`${path}/tools`);
    const digest = body.tools.find(({ name }) => name === 'echo')?.digest;
    const wrong = { digest: '0'.repeat(64) };
    expect(await admin.post(`${path}/tools/echo/approve`, wrong)).toMatchObject({ status: 409 });
    expect(await admin.post(`${path}/tools/echo/approve`, { digest: 'aa' })).toMatchObject({
      status: 422,
      body: {
        errors: [{ path: 'digest', message: expect.stringContaining('64 hexadecimal') as string }],
      },
    });
    expect(await admin.post(`${path}/tools/nothing/approve`, {})).toMatchObject({ status: 404 });
    expect(await admin.post(`${path}/tools/echo/approve`, { digest })).toMatchObject({
      status: 200,
      body: { tools: [{ name: 'echo', digest }] },
    });
    tools.describe('Sends it to somebody else.');
    const changed = await admin.get<ShownTools>(`${path}/tools`);
    expect(changed.body.tools[0]).toMatchObject({
      name: 'echo',
      approved_digest: digest,
      is_changed: true,
    });
    const preview = await admin.get<{ servers: object[] }>('/api/v1/mcp-servers/sync/preview');
    expect(preview.body.servers).toContainEqual({
      id: 'search',
      reachable: true,
      message: '',
      changed: ['echo'],
      missing: [],
      unapproved: ['fail', 'long'],
    });
  });

  it('of type stdio are written by administrators of the platform alone', async () => {
    await admin.post('/api/v1/organizations', { name: 'Acme', slug: 'acme' });
    const { client } = await aicp.somebody('org_admin', { organizationId: 'acme' });
    const body = { name: 'files', server_type: 'stdio', command: 'mcp-files' };
    expect(await client.post('/api/v1/mcp-servers', body)).toMatchObject({ status: 403 });
    expect(await admin.post('/api/v1/mcp-servers', body)).toMatchObject({ status: 201 });
    const tried = await admin.post<{ success: boolean; message: string }>(
      '/api/v1/mcp-servers/files/test',
      {},
    );
    expect(tried.body.message).toContain('set mcpHost.enabled');
  });
});
