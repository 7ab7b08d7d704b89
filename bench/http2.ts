import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addressGuard, LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { ConnectionPool } from '@aicp/gateway/providers/http1/connection-pool';
import type { RequestPool } from '@aicp/gateway/providers/http1/wire-call';
import { Http2Pool } from '@aicp/gateway/providers/http2/http2-pool';
import { Pool } from 'undici';

/**
 * What a request to a provider takes of the gateway's CPU by HTTP/1.1 and by HTTP/2, over TLS, beside undici. The last line is JSON.
 * `node bench/http2.ts [requests of a round]`.
 */

const ROUNDS = 5;
const REQUESTS = Number(process.argv[2] ?? 4000);
const MOST_AT_A_TIME = 100;
const BODY = Buffer.alloc(1024, 'y');

/** Sends a request; resolves with the end of its answer. */
type Post = (path: string) => Promise<void>;

const peer = fork(join(import.meta.dirname, 'http2-peer.ts'), { silent: true });
const [line] = (await once(peer.stdout!, 'data')) as [Buffer];
const { port, ca } = JSON.parse(line.toString()) as { port: number; ca: string };
const origin = new URL(`https://127.0.0.1:${port}`);

const options = {
  route: {
    origin,
    guard: addressGuard(LOCAL_TOO),
    tls: { ca, clientCertificate: undefined, serverName: undefined },
  },
  readBuffer: Buffer.alloc(65_536),
  clock: systemClock,
};

const own = (pool: RequestPool): Post => {
  const head = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer sk-1\r\ncontent-length: ${BODY.length}\r\n\r\n`;
  return (path) =>
    new Promise((resolve, reject) => {
      pool.send(
        { head: head(path), body: BODY, connectTimeoutMs: 5000, timeoutMs: 30_000 },
        { onStart: () => undefined, onData: () => undefined, onEnd: resolve, onError: reject },
      );
    });
};

const undici = (allowH2: boolean): Post => {
  const pool = new Pool(origin, {
    allowH2,
    connections: allowH2 ? 1 : MOST_AT_A_TIME,
    connect: { ca },
  });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-1' };
  return (path) =>
    new Promise((resolve, reject) => {
      pool.dispatch(
        { path, method: 'POST', headers, body: BODY },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: () => undefined,
          onResponseEnd: () => {
            resolve();
          },
          onResponseError: (_controller, error) => {
            reject(error);
          },
        },
      );
    });
};

const clients: Readonly<Record<string, Post>> = {
  'own HTTP/1.1': own(new ConnectionPool(options)),
  'own HTTP/2': own(new Http2Pool(options)),
  'undici HTTP/1.1': undici(false),
  'undici HTTP/2': undici(true),
};

interface Load {
  readonly what: string;
  /** What the peer answers: `/events/milliseconds between them`. */
  readonly path: string;
  readonly requests: number;
  readonly atATime: number;
}

const LOADS: readonly Load[] = [
  { what: 'document', path: '/0', requests: REQUESTS, atATime: 32 },
  { what: 'stream of 100 events at once', path: '/100', requests: REQUESTS / 10, atATime: 32 },
  {
    what: 'stream of 100 events, 20 ms apart',
    path: '/100/20',
    requests: MOST_AT_A_TIME,
    atATime: MOST_AT_A_TIME,
  },
];

/** CPU of this process, in microseconds a request. */
async function measured(post: Post, { path, requests, atATime }: Load): Promise<number> {
  let left = requests;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await post(path);
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atATime }, client));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Microseconds of CPU a request, by client: the median of some rounds, in which the clients take turns. */
async function compared(load: Load): Promise<readonly (readonly [string, number])[]> {
  const rounds: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, post] of Object.entries(clients)) {
      const took = await measured(post, load);
      // The first one warms up.
      rounds[name] = round === 0 ? [] : [...(rounds[name] ?? []), took];
    }
  }
  return Object.entries(rounds).map(([name, all]) => [name, median(all)] as const);
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const results: Record<string, Record<string, number>> = {};
for (const load of LOADS) {
  const medians = await compared(load);
  const base = medians[0]?.[1] ?? 1;
  for (const [name, micros] of medians) {
    print(`${load.what}: ${name}: ${micros.toFixed(0)} µs CPU, ${(micros / base).toFixed(2)} x`);
  }
  results[load.what] = Object.fromEntries(medians.map(([name, micros]) => [name, micros / base]));
}
print(JSON.stringify(results));
peer.disconnect();
process.exit();
