import { Problem } from '@aicp/common/errors/problem';
import { listen } from '@aicp/common/http/listen';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { permissionsOf } from '../access/permissions.ts';
import { LIMITS } from '../config.ts';
import { withoutMemory } from '../idempotency/testing/without-memory.ts';
import { CallerLimits } from './caller-limits.ts';
import { createApp } from './create-app.ts';
import { RequestMetrics } from './request-metrics.ts';
import { defineRoute } from './route.ts';

const route = (path: string, more: { isPublic?: boolean; isLockedOut?: boolean } = {}) =>
  defineRoute({
    ...{ method: 'post', path, operationId: path, summary: 'A route', tag: 'Test' },
    permission: more.isPublic ? 'public' : 'authenticated',
    ...(more.isLockedOut
      ? { beforeBody: () => Promise.reject(new Problem(429, 'Not so often.')) }
      : {}),
    body: z.unknown(),
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
        route('/auth/locked', { isPublic: true, isLockedOut: true }),
      ],
      pages: [],
      authenticate: () =>
        Promise.resolve({
          principal: {
            ...{ kind: 'key', subject: 'root', role, organizationId: undefined, teamIds: [] },
            permissions: permissionsOf(role),
          },
        }),
      limits: new CallerLimits(LIMITS),
      onSecurityEvent: () => undefined,
      idempotency: withoutMemory,
      metrics: new RequestMetrics({ registry: new Registry(), clock: systemClock }),
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

  it('is not read where its address may not ask any more', async () => {
    expect((await post('/auth/locked', 'no JSON at all')).status).toBe(429);
    expect((await post('/auth/locked', 'x'.repeat(2_000_000))).status).toBe(429);
  });
});
