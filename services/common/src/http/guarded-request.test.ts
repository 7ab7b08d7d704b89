import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressGuard, LOCAL_TOO } from './address-guard.ts';
import { guardedRequest } from './guarded-request.ts';

let server: Server;
let onConnection: (socket: Socket) => void;
const sockets = new Set<Socket>();
beforeEach(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    // Whoever asks goes away as it likes.
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => server.close(resolve));
});

const TIMEOUT_MS = 1000;
const ask = (more: { isBodySpare?: boolean; timeoutMs?: number } = {}) =>
  guardedRequest(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), {
    ...{ guard: addressGuard(LOCAL_TOO), headers: {}, maxBytes: 100, timeoutMs: TIMEOUT_MS },
    ...more,
  });
const answering = (head: string, body = '') => {
  onConnection = (socket) => {
    socket.once('data', () => socket.write(`HTTP/1.1 ${head}\r\n\r\n${body}`));
  };
};

it('answers what was answered', async () => {
  answering('200 OK\r\ncontent-length: 2\r\nx-a: b', 'hi');
  const { status, headers, body } = await ask();
  expect([status, headers['x-a'], body.toString()]).toEqual([200, ['b'], 'hi']);
});

it('takes an answer that goes over to another protocol as one without a body', async () => {
  answering('101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket');
  expect((await ask()).status).toBe(101);
});

it('has the status of an answer whose body does not end, where the body is spare', async () => {
  answering('200 OK\r\ncontent-length: 100', 'x');
  const { status, body } = await ask({ isBodySpare: true, timeoutMs: 60_000 });
  expect([status, body.toString()]).toEqual([200, 'x']);
  await expect(ask()).rejects.toMatchObject({ name: 'AbortError' });
});

it('has the status of an answer whose body is too long, where the body is spare', async () => {
  answering('500 Internal Server Error', 'x'.repeat(1000));
  expect((await ask({ isBodySpare: true })).status).toBe(500);
  await expect(ask()).rejects.toThrow('too long');
});

it('rejects where none comes, or the connection ends before', async () => {
  onConnection = () => undefined;
  await expect(ask()).rejects.toMatchObject({ name: 'AbortError' });
  onConnection = (socket) => socket.destroy();
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
});
