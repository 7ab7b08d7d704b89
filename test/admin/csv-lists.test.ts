import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

describe('lists as CSV', () => {
  let aicp: AdminInstallation;
  let platform: AdminClient;

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    platform = await aicp.signIn();
    await aicp.put('Organization', 'acme', {});
    await aicp.put('Organization', 'globex', {});
    await aicp.put('Team', 'one', { organizationId: 'acme', displayName: '=HYPERLINK("x")' });
    await aicp.put('Team', 'two', { organizationId: 'globex' });
    await aicp.until(
      async () => (await platform.get<unknown[]>('/api/v1/teams')).body.length === 2,
    );
  }, 90_000);
  afterAll(() => aicp[Symbol.asyncDispose]());

  const csv = async (client: AdminClient, path: string) =>
    await client.get<string>(path, { headers: { accept: 'text/csv' } });

  it('are files of what the query leaves, of what the reader may read', async () => {
    const { body, headers } = await csv(platform, '/api/v1/teams?columns=id,name&sort=-id&limit=1');
    expect(body).toBe('id,name\r\ntwo,two\r\none,"\'=HYPERLINK(""x"")"\r\n');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="teams-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers.get('x-total-count')).toBe('2');
    expect(headers.get('vary')).toContain('Accept');
    const { client } = await aicp.somebody('org_admin', { organizationId: 'acme' });
    expect((await csv(client, '/api/v1/teams?columns=id')).body).toBe('id\r\none\r\n');
  });

  it('are there for facts too, and refused as the list is', async () => {
    const { body, status } = await csv(platform, '/api/v1/audit-logs?columns=action,resource_id');
    expect(status).toBe(200);
    expect(body).toContain('action,resource_id\r\n');
    expect((await csv(platform, '/api/v1/teams?columns=nothing')).status).toBe(422);
    expect((await csv(platform, '/api/v1/teams?nothing=1')).status).toBe(422);
    const { client } = await aicp.somebody('member', { organizationId: 'acme' });
    expect((await csv(client, '/api/v1/audit-logs')).status).toBe(403);
  });

  it('are written two at a time for an organization, with however many keys it asks', async () => {
    const ours = await Promise.all(
      Array.from({ length: 4 }, () => aicp.somebody('org_admin', { organizationId: 'acme' })),
    );
    const paths = ['/api/v1/audit-logs', '/api/v1/audit-logs/export', '/api/v1/teams'];
    // On a busy machine requests that are sent together may be served one after the other: they are sent again until some meet.
    let answers: Awaited<ReturnType<typeof csv>>[] = [];
    let refused = answers;
    for (let round = 0; round < 20 && refused.length === 0; round += 1) {
      answers = await Promise.all(
        ours.flatMap(({ client }) => paths.map((path) => csv(client, path))),
      );
      refused = answers.filter(({ status }) => status === 429);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toContain('5');
    expect(answers.filter(({ status }) => status === 200).length).toBe(12 - refused.length);
    // None of them kept its place.
    for (const { client } of ours) expect((await csv(client, '/api/v1/teams')).status).toBe(200);
  });

  it('have no secret in any of them', async () => {
    const { client } = await aicp.somebody('org_admin', { organizationId: 'acme' });
    for (const path of ['/api/v1/providers', '/api/v1/api-keys', '/api/v1/mcp-servers']) {
      const [header = ''] = (await csv(client, path)).body.split('\r\n');
      expect(header, path).not.toMatch(/hash|secret_ref|base_url|headers/);
    }
  });
});
