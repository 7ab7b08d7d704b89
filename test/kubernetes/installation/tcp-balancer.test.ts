import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { TcpBalancer } from './tcp-balancer.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that says its name to whoever connects, and keeps the connection. */
async function speaker(name: string): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).write(name));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Connects and answers what is heard first; undefined where the connection ends before. */
async function hear(port: number): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const heard = await new Promise<string | undefined>((resolve) => {
    socket.once('data', (chunk) => resolve(String(chunk)));
    socket.once('close', () => resolve(undefined));
  });
  socket.destroy();
  return heard;
}

it('passes connections on to its targets in turn', async () => {
  const targets = [await speaker('a'), await speaker('b')];
  await using balancer = await TcpBalancer.start(() => targets);
  const heard = [await hear(balancer.port), await hear(balancer.port), await hear(balancer.port)];
  expect(new Set(heard)).toEqual(new Set(['a', 'b']));
  expect(heard[0]).toBe(heard[2]);
});

it('passes over a target that does not accept', async () => {
  const dead = await speaker('dead');
  servers.splice(0)[0]!.close();
  const targets = [dead, await speaker('alive')];
  await using balancer = await TcpBalancer.start(() => targets);
  expect([await hear(balancer.port), await hear(balancer.port)]).toEqual(['alive', 'alive']);
});

it('resets the connection where no target accepts', async () => {
  await using balancer = await TcpBalancer.start(() => []);
  expect(await hear(balancer.port)).toBeUndefined();
});

it('resets open connections on demand, and takes new ones afterwards', async () => {
  const targets = [await speaker('a')];
  await using balancer = await TcpBalancer.start(() => targets);
  const socket = connect(balancer.port, '127.0.0.1');
  const failed = new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve));
  await once(socket, 'data');
  balancer.resetConnections();
  const error = await failed;
  expect(error.code).toBe('ECONNRESET');
  expect(await hear(balancer.port)).toBe('a');
});
