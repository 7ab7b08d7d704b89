import { CallerLimits, LIMITS } from '@aicp/api-kit/access/caller-limits';
import type { Role } from '@aicp/api-kit/access/principal';
import { listsAsCsv } from '@aicp/api-kit/csv/lists-as-csv';
import { withoutMemory } from '@aicp/api-kit/idempotency/testing/stand-ins';
import { pageAnswer, pageQuery } from '@aicp/api-kit/route/page';
import { defineRoute } from '@aicp/api-kit/route/route';
import { createApp } from '@aicp/api-kit/service/create-app';
import { RequestMetrics } from '@aicp/api-kit/service/request-metrics';
import { Problem } from '@aicp/common/errors/problem';
import { listen } from '@aicp/common/http/listen';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ExportPlaces } from './export-places.ts';
import { exportsInPlaces } from './exports-in-places.ts';

const PAGES = 3;
const common = { method: 'get', tag: 'Test', permission: 'authenticated' } as const;
const rows = z.array(z.object({ id: z.string() }));

/** A database that answers when it is told to, and counts how many wait for it. */
class SlowDatabase {
  readonly waiting: (() => void)[] = [];
  isSlow = true;

  async page(): Promise<void> {
    if (this.isSlow) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Answers what waits, and from now on at once. */
  hurry(): void {
    this.isSlow = false;
    for (const answer of this.waiting.splice(0)) answer();
  }
}

const listOf = (database: SlowDatabase) =>
  defineRoute({
    ...common,
    path: '/api/v1/things',
    operationId: 'listThings',
    summary: 'A list',
    query: pageQuery,
    answers: { 200: { description: 'A page.', schema: rows } },
    handler: async ({ query, request }) => {
      await database.page();
      const at = Number(query.cursor ?? 1);
      const page = Array.from({ length: at < PAGES ? query.limit + 1 : 1 }, () => ({ id: 'x' }));
      return pageAnswer(page, {
        ...{ limit: query.limit, total: 9, request },
        cursorOf: () => String(at + 1),
      });
    },
  });

const exportOf = (database: SlowDatabase) =>
  defineRoute({
    ...common,
    path: '/api/v1/things/export',
    operationId: 'exportThings',
    summary: 'A file',
    query: z.object({ fails: z.string().optional() }),
    answers: { 200: { description: 'It.', schema: rows, otherTypes: ['text/csv'] } },
    handler: async ({ query }) => {
      if (query.fails !== undefined) throw new Problem(404, 'There is none.');
      return await Promise.resolve({ status: 200, stream: piecesOf(database) });
    },
  });

async function* piecesOf(database: SlowDatabase): AsyncGenerator<string> {
  for (let page = 0; page < PAGES; page += 1) {
    await database.page();
    yield 'piece\n';
  }
}

describe('exports', () => {
  let database: SlowDatabase;
  let places: ExportPlaces;
  let url = '';
  let close: () => Promise<void>;

  beforeEach(async () => {
    database = new SlowDatabase();
    places = new ExportPlaces();
    const lists = listsAsCsv([listOf(database), exportOf(database)], { clock: systemClock });
    const app = createApp({
      routes: exportsInPlaces(lists, systemClock, places),
      pages: [],
      authenticate: ({ headers }) => {
        const [subject = '', organizationId] = String(headers.authorization).split('@');
        const role: Role = 'org_admin';
        const permissions = new Set<string>();
        const who = {
          kind: 'key',
          subject,
          role,
          organizationId,
          teamIds: [],
          permissions,
        } as const;
        return Promise.resolve({ principal: who });
      },
      limits: new CallerLimits(LIMITS),
      onSecurityEvent: () => undefined,
      idempotency: withoutMemory,
      metrics: new RequestMetrics({ name: 'test', registry: new Registry(), clock: systemClock }),
      trustedProxies: [],
      log: recordingLog().log,
    });
    const serving = await listen(app, { host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${serving.port}`;
    close = () => serving.close(0);
  });
  afterEach(() => close());

  const ask = (
    path: string,
    {
      who = 'ada@acme',
      accept = 'text/csv',
      ...init
    }: RequestInit & { who?: string; accept?: string } = {},
  ) => fetch(`${url}${path}`, { ...init, headers: { authorization: who, accept } });
  const waiting = (count: number) => expect.poll(() => database.waiting.length).toBe(count);

  it('of an organization are two at a time, by whatever keys; of others, there are more', async () => {
    const begun = [ask('/api/v1/things'), ask('/api/v1/things/export', { who: 'bob@acme' })];
    await waiting(2);
    const refused = await ask('/api/v1/things', { who: 'eve@acme' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('Your organization has 2 of its exports') as string,
    });
    const others = [
      ask('/api/v1/things', { who: 'gil@globex' }),
      ask('/api/v1/things', { who: 'x' }),
    ];
    await waiting(4);
    expect((await ask('/api/v1/things', { who: 'ida@initech' })).status).toBe(429);
    const plain = ask('/api/v1/things', { accept: 'application/json' });
    await waiting(5);
    database.hurry();
    expect((await plain).status).toBe(200);
    const answers = await Promise.all([...begun, ...others]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const answer of answers) expect(await answer.text()).not.toBe('');
    expect(places.size).toBe(0);
  });

  it('of a client that goes give their place back, once the database has answered', async () => {
    const going = new AbortController();
    const before = ask('/api/v1/things', { signal: going.signal });
    await waiting(1);
    const asked = ask('/api/v1/things/export', { signal: going.signal });
    await waiting(2);
    database.waiting.pop()?.();
    const amid = await asked;
    await waiting(2);
    going.abort();
    await expect(before).rejects.toThrow();
    await expect(amid.text()).rejects.toThrow();
    // The queries of both are still under way: who asks and goes at once gets no more of the database than who stays.
    expect((await ask('/api/v1/things')).status).toBe(429);
    database.hurry();
    await expect.poll(() => places.size).toBe(0);
  });

  it('that fail, or are asked for their head alone, give it back at once', async () => {
    database.hurry();
    for (let time = 0; time < 5; time += 1) {
      expect((await ask('/api/v1/things/export?fails=1')).status).toBe(404);
    }
    database.isSlow = true;
    expect((await ask('/api/v1/things/export', { method: 'HEAD' })).status).toBe(200);
    await expect.poll(() => places.size).toBe(0);
    expect(database.waiting).toEqual([]);
  });
});
