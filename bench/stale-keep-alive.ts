import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressGuard, LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { ConnectionPool } from '@aicp/gateway/providers/http1/connection-pool';
import { Pool } from 'undici';
import { LostRequestWatch, type LostRequests } from './lost-requests.ts';

/**
 * How many POSTs fail where a provider closes connections that idle, 20 ms after its answer: the gateway's own client beside undici,
 * in windows that take turns. Neither may try a POST again by itself, so that some failures are the protocol's and cannot be avoided.
 * Beside it stands what the peer had done when a request that was lost was written.
 */

const POSTS = 3000;
const WINDOWS = 6;
const AT_A_TIME = Number(process.argv[2] ?? 8);
/** As long as the peer keeps a connection: the worst that a client can do. */
const PAUSE_MS = 20;
const BODY = Buffer.from('{"model":"m"}');

/** In which what the peer prints has come, and every connection is closed. */
const SETTLE_MS = 200;

type Post = () => Promise<void>;

/** Posts so many in all, each client after a pause; answers how many failed. */
async function failures(post: Post, posts: number): Promise<number> {
  let left = posts;
  let failed = 0;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await post().catch(() => {
        failed += 1;
      });
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
  return failed;
}

function ownClient(port: number): Post {
  const pool = new ConnectionPool({
    route: { origin: new URL(`http://127.0.0.1:${port}`), guard: addressGuard(LOCAL_TOO) },
    readBuffer: Buffer.alloc(65_536),
    clock: systemClock,
  });
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${BODY.length}\r\n\r\n`;
  return () =>
    new Promise((resolve, reject) => {
      pool.send(
        { head, body: BODY, connectTimeoutMs: 5000, timeoutMs: 5000 },
        { onStart: () => undefined, onData: () => undefined, onEnd: resolve, onError: reject },
      );
    });
}

function undiciClient(port: number): Post {
  const pool = new Pool(`http://127.0.0.1:${port}`);
  return async () => {
    const { body } = await pool.request({ path: '/', method: 'POST', body: BODY });
    await body.dump();
  };
}

function add(sum: LostRequests, more: LostRequests): void {
  sum.writtenAfterClose += more.writtenAfterClose;
  sum.writtenBeforeClose += more.writtenBeforeClose;
  sum.longestUnreadMs = Math.max(sum.longestUnreadMs, more.longestUnreadMs);
}

const peer = spawn(process.execPath, [join(import.meta.dirname, 'stale-peer.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(peer.stdout, 'data')) as [Buffer];
const port = Number(line.toString());
const closedAt = new Map<number, bigint>();
createInterface(peer.stdout).on('line', (closed) => {
  const [closedPort, at] = closed.split(' ');
  closedAt.set(Number(closedPort), BigInt(at ?? 0));
});
const watch = new LostRequestWatch();
const none = (): LostRequests => ({
  writtenAfterClose: 0,
  writtenBeforeClose: 0,
  longestUnreadMs: 0,
});
const lost = { own: none(), undici: none() };
const clients = { own: ownClient(port), undici: undiciClient(port) };
const failed = { own: 0, undici: 0 };
for (let window = 0; window < WINDOWS; window += 1) {
  for (const name of ['own', 'undici'] as const) {
    closedAt.clear();
    failed[name] += await failures(clients[name], POSTS / WINDOWS);
    await sleep(SETTLE_MS);
    add(lost[name], watch.take(closedAt));
  }
}
peer.kill();
process.stdout.write(`${JSON.stringify({ posts: POSTS, ...failed, lost })}\n`);
process.exit(0);
