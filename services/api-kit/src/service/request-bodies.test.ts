import { request } from 'node:http';
import { Problem } from '@aicp/common/errors/problem';
import { listen } from '@aicp/common/http/listen';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { BodyRoom } from '../access/body-room.ts';
import { CallerLimits, LIMITS } from '../access/caller-limits.ts';
import { withoutMemory } from '../idempotency/testing/stand-ins.ts';
import { documented } from '../route/documented.ts';
import { defineRoute } from '../route/route.ts';
import { withPatches } from '../route/with-patches.ts';
import { createApp } from './create-app.ts';
import { RequestMetrics } from './request-metrics.ts';

/** Other tests may have the machine meanwhile. */
const PATIENTLY = { timeout: 30_000 };

describe('read json body', () => {
  const route = (
    path: string,
    more: { isPublic?: boolean; isLockedOut?: boolean; bodyBytes?: number } = {},
  ) =>
    defineRoute({
      method: 'post',
      path,
      operationId: path,
      summary: 'A route',
      tag: 'Test',
      permission: more.isPublic ? 'public' : 'authenticated',
      ...(more.isLockedOut
        ? { beforeBody: () => Promise.reject(new Problem(429, 'Not so often.')) }
        : {}),
      body: z.unknown(),
      ...(more.bodyBytes === undefined ? {} : { bodyBytes: more.bodyBytes }),
      answers: { 200: { description: 'It.' } },
      handler: () => Promise.resolve({ status: 200 }),
    });

  describe('a body', () => {
    let url = '';
    let close: () => Promise<void>;

    beforeAll(async () => {
      const role = 'platform_admin';
      const app = createApp({
        routes: [
          route('/things'),
          route('/auth/login', { isPublic: true }),
          route('/large', { isPublic: true, bodyBytes: 8_192 }),
          route('/auth/locked', { isPublic: true, isLockedOut: true }),
        ],
        pages: [],
        authenticate: () =>
          Promise.resolve({
            principal: {
              kind: 'key',
              subject: 'root',
              role,
              organizationId: undefined,
              teamIds: [],
              permissions: new Set(),
            },
          }),
        limits: new CallerLimits(LIMITS),
        onSecurityEvent: () => undefined,
        idempotency: withoutMemory,
        bodyRoom: new BodyRoom({ all: 4_000_000, ofCaller: 1_500_000 }),
        metrics: new RequestMetrics({ name: 'test', registry: new Registry(), clock: systemClock }),
        trustedProxies: [],
        log: recordingLog().log,
      });
      const serving = await listen(app, { host: '127.0.0.1', port: 0 });
      url = `http://127.0.0.1:${serving.port}`;
      close = () => serving.close(0);
    });
    afterAll(() => close());

    const post = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url + path, { method: 'POST', headers, body });
      const text = await response.text();
      const { detail } = (text === '' ? {} : JSON.parse(text)) as { detail?: string };
      return { status: response.status, detail };
    };
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const many = (values: number) => `[${Array.from({ length: values }, () => '{}').join(',')}]`;

    it('may nest 64 levels, and no more', async () => {
      expect((await post('/things', nested(64))).status).toBe(200);
      expect(await post('/things', nested(65))).toMatchObject({
        status: 400,
        detail: 'The body nests lists and objects deeper than 64 levels.',
      });
      expect((await post('/things', nested(500_000))).status).toBe(400);
    });

    it('may have 10,000 values, and no more', async () => {
      expect((await post('/things', many(10_000))).status).toBe(200);
      expect(await post('/things', many(50_001))).toMatchObject({
        status: 400,
        detail: 'The body has more than 10000 values. Send it in parts.',
      });
    });

    it('of somebody who is not known yet is at most 4 KiB', async () => {
      expect((await post('/auth/login', `"${'x'.repeat(4094)}"`)).status).toBe(200);
      expect(await post('/auth/login', `"${'x'.repeat(4095)}"`)).toMatchObject({
        status: 413,
        detail: 'The body is larger than 4 KiB.',
      });
    });

    it('of anybody else is at most 1 MiB', async () => {
      expect((await post('/things', `"${'x'.repeat(1_048_574)}"`)).status).toBe(200);
      expect(await post('/things', `"${'x'.repeat(1_048_575)}"`)).toMatchObject({
        status: 413,
        detail: 'The body is larger than 1 MiB.',
      });
    });

    it('is as large as a route says that takes more of everybody', async () => {
      expect((await post('/large', `"${'x'.repeat(8_190)}"`)).status).toBe(200);
      expect((await post('/large', `"${'x'.repeat(8_191)}"`)).status).toBe(413);
    });

    it('is not read where another one of its caller, of which the end never comes, has the room', async () => {
      const large = `"${'x'.repeat(600_000)}"`;
      const headers = { 'content-type': 'application/json', 'content-length': 1_000_000 };
      const stalled = request(`${url}/things`, { method: 'POST', headers });
      stalled.on('error', () => undefined);
      stalled.write('"');
      await vi.waitFor(async () => {
        expect(await post('/things', large)).toMatchObject({
          status: 429,
          detail: 'You send too much at once: send one after another.',
        });
      }, PATIENTLY);
      expect((await post('/things', '"small"')).status).toBe(200);
      stalled.destroy();
      await vi.waitFor(
        async () => expect((await post('/things', large)).status).toBe(200),
        PATIENTLY,
      );
    });

    it('is not read where its address may not ask any more', async () => {
      expect((await post('/auth/locked', 'no JSON at all')).status).toBe(429);
      expect((await post('/auth/locked', 'x'.repeat(2_000_000))).status).toBe(429);
    });
  });
});

describe('object requests', () => {
  const plain = { summary: 'A route', tag: 'Test', permission: 'authenticated' } as const;

  /** Something that an answer holds and its object does not. */
  let counted = 1;

  const routes = withPatches([
    defineRoute({
      ...plain,
      method: 'put',
      path: '/objects/{id}',
      operationId: 'updateObject',
      body: documented({ type: 'object' }),
      answers: { 200: { description: 'It.', isObject: true } },
      handler: ({ body, dryRun, ifMatch, isMergePatch, wait }) =>
        Promise.resolve({ status: 200, body: { body, dryRun, ifMatch, isMergePatch, wait } }),
    }),
    defineRoute({
      ...plain,
      method: 'get',
      path: '/objects/{id}',
      operationId: 'getObject',
      answers: { 200: { description: 'It.', isObject: true } },
      handler: () =>
        Promise.resolve({ status: 200, body: { counted }, headers: { ETag: '"1042"' } }),
    }),
    defineRoute({
      ...plain,
      method: 'post',
      path: '/things',
      operationId: 'createThing',
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
              kind: 'key',
              subject: 'a',
              role: 'viewer',
              organizationId: 'acme',
              teamIds: [],
              permissions: new Set(),
            },
          }),
        limits: new CallerLimits(LIMITS),
        onSecurityEvent: () => undefined,
        metrics: new RequestMetrics({ name: 'test', registry: new Registry(), clock: systemClock }),
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
    const json = (
      body: string,
      type = 'application/json',
      headers: Record<string, string> = {},
    ) => ({
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

    it('is kept by no cache where it is the answer to a write, which may hold a key', async () => {
      const { headers, status } = await send('PUT', '/objects/x', json('{}'));
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    });
  });
});
