import {
  Agent,
  get,
  type IncomingMessage,
  IncomingMessage as Message,
  ServerResponse,
  createServer,
  type Server,
} from 'node:http';
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import { listen } from './listen.ts';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { boundPipelining } from './pipelining.ts';
import { answerUnreadable } from './unreadable-requests.ts';

const ask = (port: number, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, resolve).on('error', reject);
  });

describe('a server that closes', () => {
  it('lets an answer under way end, and then its kept-alive connection, long before the grace is over', async () => {
    let finish: () => void = () => undefined;
    const listening = await listen(
      (_request, response) => {
        response.write('begun');
        finish = () => response.end();
      },
      { host: '127.0.0.1', port: 0 },
    );
    const agent = new Agent({ keepAlive: true });
    const answer = await ask(listening.port, agent);
    const startedAt = performance.now();
    const closed = listening.close(20_000);
    finish();
    const chunks = await answer.toArray();
    expect(String(chunks)).toBe('begun');
    await closed;
    expect(performance.now() - startedAt).toBeLessThan(5000);
    agent.destroy();
  });

  it('answers requests on kept-alive connections, and says that their connection ends with the answer', async () => {
    const listening = await listen((_request, response) => response.end('answer'), {
      host: '127.0.0.1',
      port: 0,
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = await ask(listening.port, agent);
    expect(before.headers.connection).toBe('keep-alive');
    const { localPort } = before.socket;
    await before.toArray();
    const closed = listening.close(20_000);
    const after = await ask(listening.port, agent);
    expect(after.socket.localPort).toBe(localPort);
    expect(after.headers.connection).toBe('close');
    expect(String(await after.toArray())).toBe('answer');
    await closed;
    agent.destroy();
  });

  it('cuts what lasts longer than the grace', async () => {
    const listening = await listen(
      (_request, response) => {
        response.write('for ever');
      },
      { host: '127.0.0.1', port: 0 },
    );
    const agent = new Agent();
    const answer = await ask(listening.port, agent);
    const reading = answer.toArray();
    await listening.close(20);
    await expect(reading).rejects.toThrow('aborted');
  });
});

it('a port that is taken is an error', async () => {
  const first = await listen(() => undefined, { host: '127.0.0.1', port: 0 });
  const second = listen(() => undefined, { host: '127.0.0.1', port: first.port });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close(0);
});

it('requests and responses are made as the classes that are given', async () => {
  class OwnRequest extends Message {}
  class OwnResponse extends ServerResponse {}
  const listening = await listen(
    (request, response) => {
      response.end(`${request instanceof OwnRequest} ${response instanceof OwnResponse}`);
    },
    {
      host: '127.0.0.1',
      port: 0,
      classes: { IncomingMessage: OwnRequest, ServerResponse: OwnResponse },
    },
  );
  const answer = await ask(listening.port, new Agent());
  expect(String(await answer.toArray())).toBe('true true');
  await listening.close(0);
});

describe('a request that cannot be read', () => {
  let server: Server;
  let responses: ServerResponse[] = [];
  let accepted = 0;

  beforeEach(async () => {
    responses = [];
    accepted = 0;
    server = createServer(
      { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
      (_request, response) => {
        responses.push(response);
        if (responses.length === 1) response.write('first half');
      },
    );
    answerUnreadable(server, boundPipelining(server), ({ status }) => ({
      contentType: 'text/plain',
      body: String(status),
    }));
    server.on('connection', () => {
      accepted += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A client that never closes its own side. */
  async function open(bytes: string): Promise<Socket> {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes, 'latin1');
    return socket;
  }

  const connections = async (): Promise<number> =>
    await new Promise((resolve, reject) => {
      server.getConnections((error, count) => {
        if (error) reject(error);
        else resolve(count);
      });
    });

  it.each([
    ['that says nothing', ''],
    ['that sends half a head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['whose body never comes', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'],
    ['that sends what is no HTTP', 'hello\r\n\r\n'],
  ])(
    'closes the connection of a client %s, also where that leaves it open',
    async (_who, bytes) => {
      const socket = await open(bytes);
      await expect.poll(() => accepted).toBe(1);
      await expect.poll(connections, { timeout: 20_000 }).toBe(0);
      socket.destroy();
    },
  );

  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  it('closes a connection on which more than 16 requests wait for their answers, and counts none that has its own', async () => {
    const socket = await open(get('/').repeat(16));
    await expect.poll(() => responses.length).toBe(16);
    for (const response of responses) response.end();
    await expect.poll(() => responses.every((response) => response.writableFinished)).toBe(true);
    socket.write(get('/').repeat(16));
    await expect.poll(() => responses.length).toBe(32);
    expect(await connections()).toBe(1);
    socket.write(get('/'));
    await expect.poll(connections).toBe(0);
    expect(responses).toHaveLength(33);
  });

  it('writes nothing into the middle of an answer, also where it has another request by then', async () => {
    const socket = await open(`${get('/stream')}${get('/other')}`);
    await expect.poll(() => responses.length).toBe(2);
    socket.write('no HTTP\r\n\r\n');
    const answer = await text(socket).catch(() => '');
    expect(answer).not.toContain('400');
    await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  });
});
