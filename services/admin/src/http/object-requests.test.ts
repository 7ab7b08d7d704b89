import { listen } from '@aicp/common/http/listen';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { permissionsOf } from '../access/permissions.ts';
import { LIMITS } from '../config.ts';
import { CallerLimits } from './caller-limits.ts';
import { createApp } from './create-app.ts';
import { documented } from './documented.ts';
import { RequestMetrics } from './request-metrics.ts';
import { defineRoute } from './route.ts';
import { withoutMemory } from '../idempotency/testing/without-memory.ts';
import { withPatches } from './with-patches.ts';

const plain = { summary: 'A route', tag: 'Test', permission: 'authenticated' } as const;

/** Something that an answer holds and its object does not. */
let counted = 1;

const routes = withPatches([
  defineRoute({
    ...plain,
    ...{ method: 'put', path: '/objects/{id}', operationId: 'updateObject' },
    body: documented({ type: 'object' }),
    answers: { 200: { description: 'It.', isObject: true } },
    handler: ({ body, dryRun, ifMatch, isMergePatch, wait }) =>
      Promise.resolve({ status: 200, body: { body, dryRun, ifMatch, isMergePatch, wait } }),
  }),
  defineRoute({
    ...plain,
    ...{ method: 'get', path: '/objects/{id}', operationId: 'getObject' },
    answers: { 200: { description: 'It.', isObject: true } },
    handler: () => Promise.resolve({ status: 200, body: { counted }, headers: { ETag: '"1042"' } }),
  }),
  defineRoute({
    ...plain,
    ...{ method: 'post', path: '/things', operationId: 'createThing' },
    body: z.object({ name: z.string() }),
    answers: { 200: { description: 'It.' } },
    handler: () => Promise.resolve({ status: 200 }),
  }),
]);

describe('a request for an object', () => {
  let url = '';
  let close: () => Promise<void>;
  beforeAll(async () => {
    const app = createApp({
      routes,
      pages: [],
      idempotency: withoutMemory,
      authenticate: () =>
        Promise.resolve({
          principal: {
            ...{ kind: 'key', subject: 'a', role: 'viewer', organizationId: 'acme', teamIds: [] },
            permissions: permissionsOf('viewer'),
          },
        }),
      limits: new CallerLimits(LIMITS),
      onSecurityEvent: () => undefined,
      metrics: new RequestMetrics({ registry: new Registry(), clock: systemClock }),
      trustedProxies: [],
      log: recordingLog().log,
    });
    const serving = await listen(app, { host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${serving.port}`;
    close = () => serving.close(0);
  });
  afterAll(() => close());

  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, { method, ...init });
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, text, body };
  };
  const json = (body: string, type = 'application/json', headers: Record<string, string> = {}) => ({
    body,
    headers: { 'content-type': type, ...headers },
  });

  it('may be a merge patch where it may be a PUT, of either content type, and that is said', async () => {
    const patch = (type: string) =>
      send('PATCH', '/objects/x?dry_run=true', json('{"a":null}', type));
    for (const type of ['application/merge-patch+json; charset=utf-8', 'application/json']) {
      const { status, body } = await patch(type);
      expect(status).toBe(200);
      expect(body).toEqual({ body: { a: null }, dryRun: true, isMergePatch: true, wait: false });
    }
    const refused = await patch('application/json-patch+json');
    expect(refused.status).toBe(415);
    expect(refused.body['detail']).toContain('application/merge-patch+json or application/json');
    const put = await send('PUT', '/objects/x', json('{}', 'application/merge-patch+json'));
    expect(put.status).toBe(415);
    const { headers } = await send('OPTIONS', '/objects/x');
    expect(headers.get('allow')).toBe('PUT, PATCH, GET, HEAD');
    expect(headers.get('accept-patch')).toBe('application/merge-patch+json, application/json');
    expect((await send('DELETE', '/objects/x')).headers.get('allow')).toContain('PATCH');
    expect((await send('PATCH', '/things')).headers.get('allow')).toBe('POST');
  });

  it('may ask to wait where it writes one, and nowhere else', async () => {
    const wait = async (method: string, path: string, asked = 'true') =>
      await send(method, `${path}?wait=${asked}`, method === 'GET' ? {} : json('{"name":"a"}'));
    expect((await wait('PUT', '/objects/x')).body).toMatchObject({ wait: true });
    expect((await wait('PATCH', '/objects/x', 'false')).body).toMatchObject({ wait: false });
    expect((await wait('PUT', '/objects/x', 'maybe')).body['errors']).toEqual([
      { path: 'wait', message: 'must be true or false' },
    ]);
    expect((await wait('POST', '/things')).status).toBe(422);
    expect((await wait('GET', '/objects/x')).status).toBe(422);
  });

  it('is sent nothing that the client has, and the whole answer where any of it changed', async () => {
    const get = (headers: Record<string, string> = {}, method = 'GET') =>
      send(method, '/objects/x', { headers });
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"1042\./);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toBe('Authorization');
    for (const method of ['GET', 'HEAD']) {
      const known = await get({ 'if-none-match': `"other", W/${etag}` }, method);
      expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag]);
      expect(known.headers.get('x-request-id')).toEqual(expect.any(String));
      expect(known.headers.get('content-type')).toBeNull();
    }
    counted += 1;
    const changed = await get({ 'if-none-match': etag });
    expect([changed.status, changed.body]).toEqual([200, { counted }]);
    const put = await send('PUT', '/objects/x', json('{}', undefined, { 'if-match': etag }));
    expect(put.body).toMatchObject({ ifMatch: '1042' });
  });
});
