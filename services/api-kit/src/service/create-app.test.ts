import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import { listen } from '@aicp/common/http/listen';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Role } from '../access/principal.ts';
import type { SecurityEvent } from '../access/security-event.ts';
import { withoutMemory } from '../idempotency/testing/stand-ins.ts';
import { CallerLimits, LIMITS } from '../access/caller-limits.ts';
import { createApp } from './create-app.ts';
import { RequestMetrics } from './request-metrics.ts';
import { defineRoute, type Route, type RouteContext } from '../route/route.ts';

const plain = {
  summary: 'A route',
  tag: 'Test',
  answers: { 200: { description: 'It.' } },
} as const;

const echo = (context: RouteContext) => {
  const { params, query, body, dryRun, ifMatch } = context;
  return Promise.resolve({ status: 200, body: { params, query, body, dryRun, ifMatch } });
};

const failing = (path: string, error: unknown): Route =>
  defineRoute({
    ...plain,
    method: 'get',
    path,
    operationId: path,
    permission: 'public',
    handler: () => Promise.reject(error as Error),
  });

const routes: Route[] = [
  defineRoute({
    ...plain,
    method: 'post',
    path: '/things',
    operationId: 'createThing',
    permission: 'public',
    body: z.object({ name: z.string().min(1) }),
    handler: echo,
  }),
  defineRoute({
    ...plain,
    method: 'get',
    path: '/things/{id}',
    operationId: 'getThing',
    permission: 'public',
    query: z.object({ limit: z.coerce.number().int().max(500).default(100) }),
    handler: echo,
  }),
  defineRoute({
    ...plain,
    method: 'get',
    path: '/v1/lists',
    operationId: 'listLists',
    permission: 'public',
    query: z.object({ names: z.array(z.string()).optional() }),
    handler: echo,
  }),
  defineRoute({
    ...plain,
    method: 'get',
    path: '/things/status',
    operationId: 'getStatus',
    permission: 'public',
    handler: () => Promise.resolve({ status: 200, body: 'the status' }),
  }),
  defineRoute({
    ...plain,
    method: 'delete',
    path: '/things/{id}',
    operationId: 'deleteThing',
    permission: 'teams:write',
    handler: echo,
  }),
  defineRoute({
    ...plain,
    method: 'post',
    path: '/done',
    operationId: 'do',
    permission: 'public',
    dryRun: false,
    handler: echo,
  }),
  failing('/failing/database', new DatabaseUnavailable('away')),
  failing('/failing/kubernetes', new KubernetesError({ status: 500, message: 'etcd is gone' })),
  failing('/failing/network', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
  failing('/failing/defect', new Error('the password is 12345')),
  failing(
    '/failing/told',
    new Problem(409, 'The name is taken.', { extensions: { owner: 'flux' } }),
  ),
];

describe('every route', () => {
  const { log, entries } = recordingLog();
  const events: SecurityEvent[] = [];
  let url = '';
  let close: () => Promise<void>;

  beforeAll(async () => {
    const app = createApp({
      routes,
      pages: [],
      authenticate: ({ headers }) => {
        const role = headers.authorization as Role | undefined;
        if (role === undefined) return Promise.reject(unauthorized('Send an access token.'));
        return Promise.resolve({
          principal: {
            kind: 'key',
            subject: role,
            role,
            organizationId: 'acme',
            teamIds: [],
            permissions: new Set(role === 'viewer' ? [] : ['teams:write']),
          },
        });
      },
      limits: new CallerLimits({ ...LIMITS, requestsPerMinute: 5 }),
      onSecurityEvent: (event) => events.push(event),
      idempotency: withoutMemory,
      metrics: new RequestMetrics({ name: 'test', registry: new Registry(), clock: systemClock }),
      trustedProxies: [],
      log,
    });
    const serving = await listen(app, { host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${serving.port}`;
    close = () => serving.close(0);
  });
  afterAll(() => close());

  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, { method, ...init });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const body = (isJson ? JSON.parse(text) : text) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  };
  const json = (body: string, type = 'application/json') => ({
    body,
    headers: { 'content-type': type },
  });

  it('is given what was sent, checked and filled in', async () => {
    const { body } = await send('GET', '/things/openai%2Fgpt-4o?limit=7', {
      headers: { 'if-match': 'W/"42"' },
    });
    expect(body).toMatchObject({
      params: { id: 'openai/gpt-4o' },
      query: { limit: 7 },
      ifMatch: '42',
    });
    const tried = await send('POST', '/things?dry_run=true', json('{"name":"a","more":1}'));
    expect(tried.body).toMatchObject({ body: { name: 'a' }, dryRun: true });
  });

  it('takes no query parameter that it does not know', async () => {
    const { status, body } = await send('GET', '/things/a?limit=1&is_active=false');
    expect(status).toBe(422);
    expect(body['errors']).toEqual([
      { path: 'is_active', message: 'is not known here: it takes limit' },
    ]);
    expect((await send('POST', '/done?dry_run=false')).status).toBe(200);
  });

  it('below /v1/ speaks as OpenAI’s API: lists in queries, and errors', async () => {
    const { body } = await send('GET', '/v1/lists?names[]=a&names[]=b');
    expect(body).toMatchObject({ query: { names: ['a', 'b'] } });
    expect((await send('GET', '/v1/lists?names[]=a')).body).toMatchObject({
      query: { names: ['a'] },
    });
    expect((await send('GET', '/things/a?limit[]=1')).status).toBe(422);
    const errors = [
      ['GET', '/v1/lists?name=a', 422, { param: 'name', type: 'invalid_request_error' }],
      ['GET', '/v1/nothing', 404, { param: null, code: null }],
      ['DELETE', '/v1/lists', 405, { message: 'DELETE is not possible here, only GET, HEAD.' }],
    ] as const;
    for (const [method, path, status, error] of errors) {
      const answer = await send(method, path);
      expect(answer).toMatchObject({ status, body: { error } });
      expect(answer.headers.get('content-type')).toContain('application/json');
    }
  });

  it('is no verb of what it stands beside: a word after a collection that is none is 404', async () => {
    expect((await send('POST', '/things/sync')).status).toBe(404);
    expect((await send('PUT', '/things/sync')).status).toBe(405);
  });

  it.each([
    ['no JSON', json('{'), 400],
    ['no UTF-8', { ...json(''), body: Buffer.from([0x22, 0xff, 0x22]) }, 400],
    ['another content type', json('name=a', 'application/x-www-form-urlencoded'), 415],
    ['more than a mebibyte', json(JSON.stringify({ name: 'a'.repeat(1_100_000) })), 413],
    ['a field that is wrong', json('{"name":""}'), 422],
    ['nothing', {}, 422],
    ['NUL', json('{"name":"a\\u0000b"}'), 422],
    ['half a character', json('{"name":"\\ud800"}'), 422],
  ])('refuses a body that is %s', async (_, init, status) => {
    const answer = await send('POST', '/things', init);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ type: 'about:blank', status });
    expect(answer.body['instance']).toBe(answer.headers.get('x-request-id'));
  });

  it('names every field that is wrong', async () => {
    const { body } = await send('POST', '/things', json('{"name":""}'));
    expect(body['errors']).toMatchObject([{ path: 'name' }]);
  });

  it.each([
    ['/things/x?limit=501', 422],
    ['/things/x?limit=1&limit=2', 422],
    ['/things/x?limit=%00', 422],
    ['/things/%00', 404],
    ['/things/%zz', 400],
    ['/nothing/here', 404],
  ])('refuses %s with %i', async (path, status) => {
    expect((await send('GET', path)).status).toBe(status);
  });

  it('lets a word in a path win over a name', async () => {
    expect((await send('GET', '/things/status')).body).toBe('the status');
  });

  it('says which methods a path takes', async () => {
    const patched = await send('PATCH', '/things/x');
    expect(patched.status).toBe(405);
    expect(patched.headers.get('allow')).toBe('GET, HEAD, DELETE');
    const asked = await send('OPTIONS', '/things');
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'POST']);
  });

  it('refuses to only try what can only be done', async () => {
    expect((await send('POST', '/done?dry_run=true')).status).toBe(422);
    expect((await send('POST', '/done?dry_run=maybe')).status).toBe(422);
    expect((await send('POST', '/done')).status).toBe(200);
  });

  it('has an id, the client’s where it is a decent one', async () => {
    const own = await send('GET', '/nothing', { headers: { 'x-request-id': 'mine-1' } });
    expect([own.headers.get('x-request-id'), own.body['instance']]).toEqual(['mine-1', 'mine-1']);
    const odd = await send('GET', '/nothing', { headers: { 'x-request-id': 'two words' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/failing/database', '/failing/kubernetes', '/failing/network'])(
    'asks to come back where what it needs is away: %s',
    async (path) => {
      const { status, headers } = await send('GET', path);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    },
  );

  it('tells nothing of a defect but the id that the log knows it by', async () => {
    const { status, body } = await send('GET', '/failing/defect');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('12345');
    expect(entries).toContainEqual(
      expect.objectContaining({ event: 'request_failed', request_id: body['instance'] }),
    );
  });

  it('tells what a problem holds beyond the usual', async () => {
    const { body } = await send('GET', '/failing/told');
    expect(body).toMatchObject({ status: 409, detail: 'The name is taken.', owner: 'flux' });
  });

  it('asks for a token, for the permission, and lets nobody ask without end', async () => {
    const remove = (role?: Role) =>
      send('DELETE', '/things/x', { headers: role === undefined ? {} : { authorization: role } });
    const nobody = await remove();
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="aicp"',
    ]);
    const viewer = await remove('viewer');
    expect(viewer.status).toBe(403);
    expect(viewer.body['detail']).toContain('teams:write');
    expect(events.at(-1)).toMatchObject({
      type: 'denied',
      reason: 'teams:write',
      path: '/things/x',
    });
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await remove('org_admin'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await remove('team_admin')).status).toBe(200);
  });
});
