import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below where systems take the ports of outgoing connections from (32768 on Linux, 49152 elsewhere). A port from that range can be
 * taken by a client between the death of a server and its restart, even by a client that connects to that very port.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** `count` different ports that are free on loopback right now. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

/** A port that is free on loopback right now. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
