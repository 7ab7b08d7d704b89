import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerUnreadable } from './unreadable-requests.ts';

let server: Server;

beforeEach(async () => {
  server = createServer(
    { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
    (_request, response) => {
      response.write('begun');
    },
  );
  answerUnreadable(server);
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
