import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';

type Answered = Record<string, unknown>;

interface Operation {
  readonly responses: Readonly<Record<string, { readonly headers?: object } | undefined>>;
}

const CONSOLE = 'https://console.example.com';

describe('the admin API on a whole control plane', () => {
  let aicp: AdminInstallation;
  let admin: AdminClient;
  beforeAll(async () => {
    aicp = await AdminInstallation.start({ config: { corsOrigins: [CONSOLE] } });
    admin = await aicp.signIn();
    await create('organizations', { name: 'Acme', slug: 'acme' });
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  /** Settled: the operator has nothing more to say of it. */
  const create = async (path: string, body: object): Promise<Answered> => {
    const answer = await admin.post(`/api/v1/${path}?wait=true`, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };

  describe('takes merge patches', () => {
    const path = '/api/v1/teams/patched';

    it('that change what they name, at every depth, and remove what they say is null', async () => {
      const metadata = { floor: '3', wing: 'east' };
      await create('teams', { name: 'patched', description: 'Old.', rpm_limit: 5, metadata });
      const { status, body, headers } = await admin.patch(path, {
        description: null,
        metadata: { wing: null, room: '12' },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ rpm_limit: 5, metadata: { floor: '3', room: '12' } });
      expect(body).not.toHaveProperty('description');
      expect(body).not.toHaveProperty('metadata.wing');
      expect(headers.get('etag')).toMatch(/^"\d+-[\w-]{12}"$/);
      const put = await admin.put(path, { metadata: { only: 'this' } });
      expect(put.body['metadata']).toEqual({ only: 'this' });
    });

    it('with the checks of a PUT: validity, version, dry run, and its entry in the audit log', async () => {
      const stale = { headers: { 'if-match': '"1"' } };
      expect(await admin.patch(path, { rpm_limit: 7 }, stale)).toMatchObject({ status: 412 });
      expect(await admin.patch(path, { rpm_limit: -1 })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'rpm_limit' }] },
      });
      expect(await admin.patch(path, { metadata: { a: 1 } })).toMatchObject({ status: 422 });
      expect(await admin.patch(`${path}?dry_run=true`, { rpm_limit: 8 })).toMatchObject({
        body: { rpm_limit: 8 },
      });
      expect(await admin.get(path)).toMatchObject({ body: { rpm_limit: 5 } });
      await admin.patch(path, { rpm_limit: 9 });
      const entries = await admin.get<Answered[]>(
        '/api/v1/audit-logs?resource_type=team&resource_id=patched&limit=1',
      );
      expect(entries.body).toMatchObject([
        {
          action: 'update',
          source: 'api',
          changes: { before: { spec: { rpmLimit: 5 } }, after: { spec: { rpmLimit: 9 } } },
        },
      ]);
    });

    it('of the settings and of single sign-on, which have no collection', async () => {
      await admin.patch('/api/v1/settings', { features: { guardrails: false } });
      const settings = await admin.patch('/api/v1/settings', {
        features: { semantic_cache: true },
      });
      expect(settings).toMatchObject({
        status: 200,
        body: { features: { guardrails: false, semantic_cache: true } },
      });
      const stale = { headers: { 'if-match': '"1"' } };
      const late = await admin.patch('/api/v1/settings', { features: { guardrails: true } }, stale);
      expect(late.status).toBe(412);
      const sso = '/api/v1/organizations/acme/sso';
      await admin.put(sso, { issuer: 'https://idp.example.com', client_id: 'aicp', scopes: ['a'] });
      const patched = await admin.patch(sso, { client_id: 'other', scopes: null });
      expect(patched).toMatchObject({
        status: 200,
        body: { issuer: 'https://idp.example.com', client_id: 'other' },
      });
      expect(patched.body['scopes']).not.toEqual(['a']);
    });
  });

  describe('answers 304', () => {
    const known = (path: string, etag: string | null) =>
      admin.get(path, { headers: { 'if-none-match': etag ?? '' } });

    it('while an object is as it was, and never once its answer changed by what others hold', async () => {
      const path = '/api/v1/organizations/acme';
      await admin.put(`${path}?wait=true`, { description: 'Settled.' });
      const first = await admin.get(path);
      const etag = first.headers.get('etag') ?? '';
      expect(await known(path, etag)).toMatchObject({ status: 304, body: undefined });
      await create('teams', { name: 'counted', organization_id: 'acme' });
      const next = await known(path, etag);
      expect(next).toMatchObject({ status: 200, body: { team_count: 1 } });
      const versionOf = (tag: string | null) => tag?.split('.')[0];
      expect(versionOf(next.headers.get('etag'))).toBe(versionOf(etag));
      const put = await admin.put(path, { name: 'Acme!' }, { headers: { 'if-match': etag } });
      expect(put.status).toBe(200);
      expect((await admin.put(path, {}, { headers: { 'if-match': etag } })).status).toBe(412);
    });

    it('to lists, until one of them or their number changes', async () => {
      const path = '/api/v1/teams?limit=1';
      const etag = (await admin.get(path)).headers.get('etag');
      expect(etag).toMatch(/^W\//);
      expect(await known(path, etag)).toMatchObject({ status: 304 });
      expect(await known(path, '*')).toMatchObject({ status: 304 });
      await create('teams', { name: 'zz-behind-the-first-page' });
      const next = await known(path, etag);
      expect(next.status).toBe(200);
    });

    it('to one reader for what that reader was shown', async () => {
      const url = 'https://tools.example.com';
      await create('mcp-servers', {
        name: 'shown',
        server_type: 'sse',
        url,
        organization_id: 'acme',
        headers: { 'x-a': 'secret' },
      });
      const path = '/api/v1/mcp-servers/shown';
      const { headers } = await admin.get(path);
      expect(headers.get('vary')).toContain('Authorization');
      expect(headers.get('cache-control')).toBe('private, no-cache');
      const { client } = await aicp.somebody('viewer', { organizationId: 'acme' });
      const etag = headers.get('etag') ?? '';
      expect(await client.get(path, { headers: { 'if-none-match': etag } })).toMatchObject({
        status: 200,
        body: { headers: { 'x-a': '[masked]' } },
      });
    });
  });

  describe('says where it put what it created', () => {
    it.each([
      ['teams', { name: 'placed' }, '/api/v1/teams/placed'],
      ['models', { id: 'lab/m 1', provider: 'p' }, '/api/v1/models/lab%2Fm%201'],
      ['api-keys', { name: 'placed' }, /^\/api\/v1\/api-keys\/[^/]+$/],
      [
        'organizations/acme/business-units',
        { name: 'Lab', slug: 'lab' },
        '/api/v1/organizations/acme/business-units/acme-lab',
      ],
      ['model-deprecations', { model_name: 'lab/m 1' }, /^\/api\/v1\/model-deprecations\/[^/]+$/],
      [
        'model-access/requests',
        { tier_id: 'standard' },
        /^\/api\/v1\/model-access\/requests\/[^/]+$/,
      ],
    ])('of %s', async (path, body, place) => {
      const tried = await admin.post(`/api/v1/${path}?dry_run=true`, body);
      expect(tried.headers.get('location')).toBeNull();
      const made = await admin.post(`/api/v1/${path}`, body);
      expect(made).toMatchObject({ status: 201 });
      const location = made.headers.get('location') ?? '';
      if (typeof place === 'string') expect(location).toBe(place);
      else expect(location).toMatch(place);
      expect(await admin.get(location)).toMatchObject({
        status: 200,
        body: { id: made.body['id'] },
      });
    });

    it('wherever its document has an address for one', async () => {
      const { body } = await admin.get<{
        paths: Record<string, Partial<Record<string, Operation>>>;
      }>('/openapi.json');
      const { paths } = body;
      const isReadable = (path: string) =>
        Object.keys(paths).some(
          (one) =>
            paths[one]?.['get'] !== undefined &&
            one.startsWith(`${path}/{`) &&
            one.lastIndexOf('/') === path.length,
        );
      const created = Object.entries(paths).flatMap(([path, { post }]) =>
        post?.responses['201'] && isReadable(path) ? [[path, post.responses['201']] as const] : [],
      );
      expect(created.length).toBeGreaterThan(20);
      const silent = created.filter(([, { headers = {} }]) => !('Location' in headers));
      expect(silent.map(([path]) => path)).toEqual([]);
    });
  });

  describe('waits, where it is asked to,', () => {
    const generations = ({ conditions }: Answered) =>
      (conditions as Answered[]).map(({ observedGeneration }) => observedGeneration);

    it('for what becomes of what is created and changed', async () => {
      const made = await create('teams', { name: 'awaited' });
      expect(made['ready']).toBe(true);
      expect(generations(made)).toContain(1);
      for (const [index, method] of ['PUT', 'PATCH'].entries()) {
        const path = '/api/v1/teams/awaited?wait=true';
        const { body } = await admin.call<Answered>(method, path, {
          body: { description: method },
        });
        expect(body).toMatchObject({ ready: true, description: method });
        expect(new Set(generations(body))).toEqual(new Set([index + 2]));
      }
    });

    it('for what becomes of an object that a verb changes', async () => {
      const key = await create('api-keys', { name: 'awaited', organization_id: 'acme' });
      expect(key['key']).toEqual(expect.any(String));
      const path = `/api/v1/api-keys/${String(key['id'])}`;
      const { body } = await admin.post(`${path}/block?wait=true`);
      expect(generations(body)).toContain(2);
      const rotated = await admin.post(`${path}/rotate?wait=true`);
      expect(rotated.body).toMatchObject({ key: expect.any(String) as string });
      expect(generations(rotated.body)).toContain(3);
    });

    it('and knows nothing of waiting where no object is written and answered', async () => {
      const unknown = [
        admin.get('/api/v1/teams?wait=true'),
        admin.delete('/api/v1/teams/awaited?wait=true'),
        admin.post('/api/v1/organizations/acme/members?wait=true', { user_id: 'ada' }),
        admin.put('/api/v1/teams/awaited?wait=maybe', {}),
      ];
      for (const { status, body } of await Promise.all(unknown)) {
        expect([status, body]).toMatchObject([422, { errors: [{ path: 'wait' }] }]);
      }
    });
  });

  describe('tells a page of another origin', () => {
    const send = (method: string, path: string, headers: Record<string, string> = {}) =>
      fetch(`${aicp.url}${path}`, { method, headers: { origin: CONSOLE, ...headers } });

    it('that is listed what it may do, before anybody is asked who it is', async () => {
      const { status, headers } = await send('OPTIONS', '/api/v1/teams/x', {
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization, if-match, x-aicp-client',
      });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe(CONSOLE);
      expect(headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(headers.get('access-control-allow-headers')).toContain('x-aicp-client');
    });

    it('answers, errors and exports, and what stands in their headers', async () => {
      const own = { authorization: `Bearer ${admin.token ?? ''}` };
      const answers = [
        await send('GET', '/api/v1/teams', own),
        await send('GET', '/api/v1/teams'),
        await send('GET', '/api/v1/audit-logs/export', own),
        await send('GET', '/nothing/here', own),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 404]);
      for (const answer of answers) {
        await answer.arrayBuffer();
        expect(answer.headers.get('access-control-allow-origin')).toBe(CONSOLE);
        expect(answer.headers.get('access-control-expose-headers')).toContain('ETag, Link');
        expect(answer.headers.get('vary')).toMatch(/^Origin/);
      }
    });

    it('nothing where it is not listed, and nothing that makes a session of use to it', async () => {
      const other = await send('GET', '/api/v1/license', { origin: 'https://evil.example' });
      expect(other.headers.has('access-control-allow-origin')).toBe(false);
      const site = { 'sec-fetch-site': 'cross-site', cookie: 'aicp_refresh=stolen' };
      const refreshed = await send('POST', '/auth/refresh', site);
      expect(refreshed.status).toBe(403);
      expect(refreshed.headers.has('access-control-allow-credentials')).toBe(false);
    });
  });

  it('leaves no error in the log', () => {
    expect(aicp.complaints).toEqual([]);
  });
});
