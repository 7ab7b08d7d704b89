import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerUnreadable } from './unreadable-requests.ts';

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
  answerUnreadable(server, ({ status }) => ({ contentType: 'text/plain', body: String(status) }));
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
])('closes the connection of a client %s, also where that leaves it open', async (_who, bytes) => {
  const socket = await open(bytes);
  await expect.poll(() => accepted).toBe(1);
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  socket.destroy();
});

it('writes nothing into the middle of an answer, also where it has another request by then', async () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const socket = await open(`${get('/stream')}${get('/other')}`);
  await expect.poll(() => responses.length).toBe(2);
  socket.write('no HTTP\r\n\r\n');
  const answer = await text(socket).catch(() => '');
  expect(answer).not.toContain('400');
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
});
