import { testEngines, type TestDatabase } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

interface Entry {
  readonly seq: number;
  readonly action: string;
  readonly user_id: string | null;
  readonly source: string;
  readonly resource_type: string;
  readonly resource_id: string | null;
  readonly request_id: string | null;
  readonly organization_id: string | null;
  readonly changes: { before: unknown; after: unknown } | null;
}

describe.each(testEngines())('the audit log on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: TestDatabase;
    let installation: AdminInstallation;
    let admin: AdminClient;

    beforeAll(async () => {
      home = await engine.start();
      installation = await AdminInstallation.start({ database: home.location });
      admin = await installation.signIn();
    });
    afterAll(async () => {
      await installation[Symbol.asyncDispose]();
      await home.stop();
    });

    const find = async (query: string, client = admin): Promise<Entry[]> =>
      (await client.get<Entry[]>(`/api/v1/audit-logs?${query}`)).body;
    const about = async (type: string, id: string, count: number): Promise<Entry[]> => {
      const query = `resource_type=${type}&resource_id=${id}`;
      await installation.until(async () => (await find(query)).length >= count);
      return (await find(query)).toReversed();
    };

    it('says who did what through the API, and by hand', async () => {
      const made = await admin.post('/api/v1/teams', { name: 'Search' });
      expect(made.status).toBe(201);
      await installation.put('Team', 'search', { displayName: 'Search!' });
      await about('team', 'search', 2);
      await admin.put('/api/v1/teams/search', { description: 'finds' });
      await installation.remove('Team', 'search');
      const entries = await about('team', 'search', 4);
      expect(entries.map(({ action, user_id, source }) => [action, user_id, source])).toEqual([
        ['create', 'bootstrap-admin', 'api'],
        ['update', 'kubectl', 'kubectl'],
        ['update', 'bootstrap-admin', 'api'],
        ['delete', null, 'kubectl'],
      ]);
      expect(entries[2]?.changes).toMatchObject({
        before: { spec: { displayName: 'Search!' } },
        after: { spec: { displayName: 'Search!', description: 'finds' } },
      });
    });

    it('names the request, and none that was only tried or refused', async () => {
      const path = '/api/v1/teams';
      await admin.post(`${path}?dry_run=true`, { name: 'Tried' });
      await admin.post(path, { name: 'Refused', max_budget: -1 });
      const made = await admin.post(path, { name: 'Made' });
      const [entry] = await about('team', 'made', 1);
      expect(entry?.request_id).toBe(made.headers.get('x-request-id'));
      expect(await find('resource_type=team&resource_id=tried')).toEqual([]);
      expect(await find('resource_type=team&resource_id=refused')).toEqual([]);
    });

    it('has what the operator made at the start as the system’s', async () => {
      const [entry] = await about('settings', 'default', 1);
      expect(entry).toMatchObject({ action: 'create', source: 'system' });
    });

    it('has who signed in, who failed to, and who was turned away', async () => {
      const { client, name } = await installation.somebody('viewer');
      expect((await client.post('/api/v1/teams', { name: 'No' })).status).toBe(403);
      await client.login('aicp_nobodys');
      const all = ['login_failed', `login&user_id=${name}`, `denied&user_id=${name}`];
      for (const one of all) {
        await installation.until(async () => (await find(`action=${one}`)).length > 0);
      }
      expect(await find(`action=login&user_id=${name}`)).toMatchObject([{ key_id: name }]);
      expect(await find(`action=denied&user_id=${name}`)).toMatchObject([
        { changes: { after: { reason: 'teams:write', method: 'POST', path: '/api/v1/teams' } } },
      ]);
      expect((await find('action=login_failed'))[0]).toMatchObject({ user_id: null });
    });

    it('shows an organization its own entries alone', async () => {
      await installation.put('Organization', 'acme', { displayName: 'Acme', slug: 'acme' });
      const where = { organizationId: 'acme' };
      const { client } = await installation.somebody('org_admin', where);
      await client.post('/api/v1/teams', { name: 'Ours' });
      await about('team', 'ours', 1);
      await about('organization', 'acme', 1);
      const seen = await find('limit=500', client);
      expect(seen.length).toBeGreaterThan(2);
      expect(new Set(seen.map(({ organization_id }) => organization_id))).toEqual(
        new Set(['acme']),
      );
      const { client: viewer } = await installation.somebody('viewer', where);
      expect((await viewer.get('/api/v1/audit-logs')).status).toBe(403);
    });

    it('has a cascade as one act: each deletion, and what went with the one that was asked for', async () => {
      await admin.post('/api/v1/teams', { name: 'Doomed' });
      await admin.post('/api/v1/api-keys', { name: 'doomed-key', team_id: 'doomed' });
      await installation.until(
        async () => (await admin.delete('/api/v1/teams/doomed')).status === 409,
      );
      const gone = await admin.delete('/api/v1/teams/doomed?cascade=true');
      expect(gone.status).toBe(204);
      await about('team', 'doomed', 2);
      const request = gone.headers.get('x-request-id');
      const entries = (await find('action=delete&limit=10')).filter(
        ({ request_id }) => request_id === request,
      );
      expect(entries.map(({ resource_type }) => resource_type)).toEqual(['team', 'api_key']);
      expect(entries[0]?.changes?.before).toMatchObject({
        deleted_with_it: [{ kind: 'APIKey', id: entries[1]?.resource_id }],
      });
    });

    it('comes page by page, newest first, and whole as json, csv and jsonl', async () => {
      const first = await admin.get<Entry[]>('/api/v1/audit-logs?limit=3');
      const page = first.body;
      expect(page).toHaveLength(3);
      const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = (await admin.get<Entry[]>(next)).body;
      expect(second[0]?.seq).toBe((page[2]?.seq ?? 0) - 1);
      const total = Number(first.headers.get('x-total-count'));
      const text = async (format: string) => {
        const path = `/api/v1/audit-logs/export?resource_type=team&format=${format}`;
        const { body, headers } = await admin.get<unknown>(path);
        return { type: headers.get('content-type'), body };
      };
      const teams = await find('resource_type=team&limit=500');
      expect(total).toBeGreaterThan(teams.length);
      expect(await text('json')).toMatchObject({ body: teams });
      const lines = await text('jsonl');
      expect(lines.type).toContain('application/x-ndjson');
      const parsed = String(lines.body).trim().split('\n');
      expect(parsed.map((line) => JSON.parse(line) as unknown)).toEqual(teams);
      const csv = await text('csv');
      expect(csv.type).toContain('text/csv');
      expect(String(csv.body).split('\r\n')[0]).toMatch(/^seq,id,timestamp,/);
      expect(csv.body).toContain(teams[0]?.resource_id);
    });

    it.each(['limit=0', 'limit=501', 'cursor=x', 'since=yesterday', 'format=xml'])(
      'refuses %s',
      async (query) => {
        const path = query.startsWith('format') ? '/export' : '';
        expect((await admin.get(`/api/v1/audit-logs${path}?${query}`)).status).toBe(422);
      },
    );

    it('verifies', async () => {
      const { body } = await admin.get('/api/v1/audit-logs/verify');
      expect(body).toMatchObject({ valid: true, broken: null });
    });

    it('is told of changes by the operator alone', async () => {
      const post = async (token = '') =>
        await fetch(`${installation.url}/internal/audit/observations`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'changes', changes: [] }),
        });
      for (const token of ['guess', admin.token]) {
        const { status, headers } = await post(token);
        expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="aicp"']);
      }
      expect((await post('audit-token')).status).toBe(200);
    });

    it('has one entry of each thing after a restart of everything that writes it', async () => {
      const count = async () => (await find('resource_type=team&limit=500')).length;
      const before = await count();
      await installation.restartAdmin();
      admin = await installation.signIn();
      await installation.put('Team', 'after-restart', { displayName: 'x' });
      await about('team', 'after-restart', 1);
      expect(await count()).toBe(before + 1);
      expect(installation.complaints).toEqual([]);
    });
  });
});
