import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeTemplate } from '@aicp/common/database/pglite/data-directory';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listEntries } from '../audit/audit-reader.ts';
import type { AuditDatabase } from '../audit/audit-tables.ts';
import { defineRoute } from '../route/route.ts';
import { notesService } from '../testing/notes-service.ts';
import { SERVICE_ENVIRONMENT, toServiceConfig, type ServiceConfig } from './environment.ts';
import { startService, type RunningService } from './start-service.ts';
import { boundPipelining } from '@aicp/common/http/pipelining';
import { answerUnreadable } from './serve.ts';

describe('start service', () => {
  const { log, entries } = recordingLog();
  const parts = { log, clock: systemClock, random: Math.random };

  describe('a service of one feature', () => {
    let directory: string;
    let config: ServiceConfig;
    let database: AuditDatabase;
    let service: RunningService;
    let url: string;

    beforeAll(async () => {
      await makeTemplate();
      directory = await mkdtemp(join(tmpdir(), 'aicp-notes-'));
      const environment = { AICP_PORT: '0', AICP_DATA_DIR: directory, AICP_INSTANCE: 'notes-0' };
      config = toServiceConfig(z.object(SERVICE_ENVIRONMENT).parse(environment));
      const open = (floor: Parameters<typeof notesService.open>[0]) => {
        ({ database } = floor as { database: AuditDatabase });
        return notesService.open(floor);
      };
      service = await startService({ ...notesService, open }, config, parts);
      url = `http://127.0.0.1:${service.port}`;
      await database.migrated();
    });
    afterAll(async () => {
      await rm(directory, { recursive: true, force: true });
    });

    const get = async (path: string) => await fetch(url + path);
    const write = async (body: object) =>
      await fetch(`${url}/api/v1/notes`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });

    it('has its documentation, its document and its version', async () => {
      const page = await (await get('/docs')).text();
      expect(page).toContain('<title>Notes</title>');
      expect((await get('/docs/swagger-ui.css')).status).toBe(200);
      const document = (await (await get('/openapi.json')).json()) as {
        info: object;
        paths: Record<string, object>;
      };
      expect(document.info).toMatchObject({ title: 'Notes', version: '1.2.3' });
      expect(Object.keys(document.paths)).toEqual([
        '/health',
        '/ready',
        '/version',
        '/openapi.json',
        '/api/v1/notes',
      ]);
      expect(await (await get('/version')).json()).toMatchObject({ version: '1.2.3' });
    });

    it('says that it lives and is ready, and what was asked of it', async () => {
      expect(await (await get('/health')).json()).toEqual({ status: 'ready', database: true });
      expect((await get('/ready')).status).toBe(200);
      const metrics = await (await get('/metrics')).text();
      expect(metrics).toMatch(/aicp_notes_request_seconds_count\{service="notes",.*path="\/ready"/);
    });

    it('answers what breaks a schema, and what is not there, with problems', async () => {
      const wrong = await write({ text: '' });
      expect([wrong.status, wrong.headers.get('content-type')]).toEqual([
        422,
        'application/problem+json; charset=utf-8',
      ]);
      expect(await wrong.json()).toMatchObject({ errors: [{ path: 'text' }] });
      expect((await get('/nothing')).status).toBe(404);
      expect((await fetch(`${url}/version`, { method: 'PUT' })).status).toBe(405);
    });

    it('writes with an entry in the audit log, and lists page by page', async () => {
      for (const text of ['a', 'b', 'c']) expect((await write({ text })).status).toBe(201);
      const first = await get('/api/v1/notes?limit=2');
      expect(await first.json()).toMatchObject([{ text: 'a' }, { text: 'b' }]);
      const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
      const second = await get(next);
      expect(await second.json()).toMatchObject([{ text: 'c' }]);
      expect(second.headers.get('link')).toBeNull();
      const audited = await listEntries(database.kysely, {}, { limit: 9 });
      expect(audited.map(({ seq, action }) => [seq, action])).toEqual([
        [3, 'create'],
        [2, 'create'],
        [1, 'create'],
      ]);
    });

    it('does not start with a route that asks for credentials which nobody can have', async () => {
      const closed = defineRoute({
        method: 'get',
        path: '/secret',
        operationId: 'getSecret',
        summary: 'A secret',
        tag: 'Notes',
        permission: 'notes:read',
        answers: { 200: { description: 'It.' } },
        handler: () => Promise.resolve({ status: 200 }),
      });
      const other = { ...config, database: { directory: join(directory, 'other') } };
      const open = () => ({ routes: [closed] });
      await expect(startService({ ...notesService, open }, other, parts)).rejects.toThrow(
        'getSecret is not public',
      );
    });

    it('ends the requests that are open before it is gone, and takes no new ones', async () => {
      const headers = { 'Content-Type': 'application/json', Expect: '100-continue' };
      const open = request(`${url}/api/v1/notes`, { method: 'POST', headers });
      open.flushHeaders();
      await once(open, 'continue');
      const stopping = service.stop();
      open.end('{"text":"late"}');
      const [answer] = (await once(open, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(201);
      answer.resume();
      await stopping;
      expect(service.ready()).toBe(false);
      await expect(get('/health')).rejects.toThrow();
      expect(entries.map(({ event }) => event)).toEqual(
        expect.arrayContaining(['notes_started', 'notes_stopped']),
      );
    });

    it('serves metrics on a port of their own where one is set', async () => {
      const aside = await startService(notesService, { ...config, metricsPort: 0 }, parts);
      const metrics = await fetch(`http://127.0.0.1:${aside.metricsPort}/metrics`);
      expect(await metrics.text()).toContain('service="notes"');
      expect((await fetch(`http://127.0.0.1:${aside.port}/metrics`)).status).toBe(404);
      await aside.stop();
    });
  });
});

describe('unreadable requests', () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer(
      { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
      (_request, response) => {
        response.write('begun');
      },
    );
    answerUnreadable(server, boundPipelining(server));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Everything that comes back until the server ends the connection. */
  async function send(bytes: string): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes, 'latin1');
    return await text(socket);
  }

  it.each([
    ['a header that holds what none may', 'GET / HTTP/1.1\r\nHost: a\r\nX-Odd: \x00\r\n\r\n', 400],
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['an address of 20 KiB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: a\r\n', 408],
  ])('answers %s with a problem', async (_name, bytes, status) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nConnection: close\r\n`));
    expect(head).toContain('Content-Type: application/problem+json');
    const problem = JSON.parse(body) as { status: number; instance: string };
    expect(problem.status).toBe(status);
    expect(head).toContain(`X-Request-Id: ${problem.instance}`);
  });

  it('ends a connection in the middle of an answer without a word into it', async () => {
    const answered = await send(
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n',
    ).catch((error: unknown) => (error as NodeJS.ErrnoException).code);
    expect(answered).not.toContain('Bad Request');
  });
});
