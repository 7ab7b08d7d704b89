import { addressGuard, LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { constants } from 'node:http2';
import { describe, expect, it } from 'vitest';
import {
  http2PoolTo,
  startHttp2Peer,
  testCertificates,
  type StreamScript,
} from '../../testing/http2-peer.ts';
import { startProxyPeer } from '../../testing/proxy-peer.ts';
import { ask, failureOf, startRawPeer } from '../../testing/raw-peer.ts';
import { forwardProxy } from '../dial/forward-proxy.ts';
import type { Route } from '../dial/route.ts';
import type { Http2Pool } from './http2-pool.ts';

const certificates = await testCertificates();
const { certificate } = certificates;
const poolTo = (port: number, more: Partial<Route> = {}, clock: Clock = systemClock) =>
  http2PoolTo(port, certificates, { route: more, clock });

const OK: StreamScript = (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'text/plain' });
  stream.end('ok');
};

/** Asks so many times at once. */
const askMany = (pool: Http2Pool, times: number): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => ask(pool).over));

describe('a pool of sessions', () => {
  it('carries many requests at a time over one', async () => {
    await using peer = await startHttp2Peer(certificate, (stream, { headers, body }) => {
      stream.respond({ ':status': 200 });
      stream.end(
        `${headers[':method']} ${headers[':path']} ${headers[':authority']} ${body.length}`,
      );
    });
    const pool = poolTo(peer.port);
    expect(new Set(await askMany(pool, 50))).toEqual(new Set(['POST / x 5']));
    expect(await ask(pool, { body: 'x'.repeat(1_000_000) }).over).toBe('POST / x 1000000');
    expect(peer.sessions).toHaveLength(1);
    pool.destroy();
  });

  it('opens another one beyond what the peer takes at a time, and never more than are needed', async () => {
    const held: (() => void)[] = [];
    await using peer = await startHttp2Peer(
      certificate,
      (...told) => held.push(() => OK(...told)),
      { maxConcurrentStreams: 10 },
    );
    const pool = poolTo(peer.port);
    const first = ask(pool).over;
    await expect.poll(() => held.length).toBe(1);
    const others = askMany(pool, 24);
    await expect.poll(() => held.length).toBe(25);
    for (const answer of held) answer();
    expect(await first).toBe('ok');
    expect(await others).toEqual(Array(24).fill('ok'));
    expect(peer.sessions).toHaveLength(3);
    pool.destroy();
  });

  it('gives status and headers as HTTP/1.1 has them', async () => {
    await using peer = await startHttp2Peer(certificate, (stream) => {
      stream.respond({ ':status': 429, 'retry-after': '7' });
      stream.end('later');
    });
    const pool = poolTo(peer.port);
    const started: unknown[] = [];
    const onStart = (...told: unknown[]) => started.push(...told);
    expect(await ask(pool, { receiver: { onStart } }).over).toBe('later');
    expect(started).toMatchObject([429, { 'retry-after': '7' }]);
    expect(Object.keys(started[1] as object)).not.toContain(':status');
    pool.destroy();
  });

  it('goes through a proxy as well', async () => {
    await using peer = await startHttp2Peer(certificate, OK);
    await using proxy = await startProxyPeer();
    const guard = addressGuard(LOCAL_TOO);
    const by = { forward: forwardProxy(proxy.url.href), guard, looksUp: false };
    const pool = poolTo(peer.port, { proxy: by });
    expect(await askMany(pool, 5)).toEqual(Array(5).fill('ok'));
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${peer.port}`]);
    pool.destroy();
  });

  it('speaks HTTP/1.1 where the peer knows nothing else, to all who wait at once', async () => {
    await using peer = await startRawPeer(
      (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
      { certificate },
    );
    const pool = poolTo(peer.port);
    expect(await askMany(pool, 3)).toEqual(['ok', 'ok', 'ok']);
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(3);
    pool.destroy();
  });

  it('uses no session for a new request once it is ten minutes old', async () => {
    const now = { ms: 0 };
    await using peer = await startHttp2Peer(certificate, OK);
    const pool = poolTo(peer.port, {}, { ...systemClock, monotonic: () => now.ms });
    await ask(pool).over;
    now.ms = 599_999;
    await ask(pool).over;
    expect(peer.sessions).toHaveLength(1);
    now.ms = 600_000;
    await ask(pool).over;
    expect(peer.sessions).toHaveLength(2);
    await expect.poll(() => peer.sessions[0]?.destroyed).toBe(true);
    pool.destroy();
  });

  it('fails for all who wait where nobody listens', async () => {
    const pool = poolTo(9);
    const errors = await Promise.all([ask(pool), ask(pool)].map(({ over }) => failureOf(over)));
    expect(errors.map(({ message }) => message)).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  });
});

describe('a peer that goes away', () => {
  it('has its requests finished, and further ones on another session', async () => {
    const held: (() => void)[] = [];
    await using peer = await startHttp2Peer(certificate, (...told) => {
      held.push(() => OK(...told));
    });
    const pool = poolTo(peer.port);
    const first = ask(pool).over;
    await expect.poll(() => held.length).toBe(1);
    peer.sessions[0]?.goaway(constants.NGHTTP2_NO_ERROR, 2 ** 31 - 1);
    await expect
      .poll(async () => {
        void ask(pool);
        await new Promise(setImmediate);
        return peer.sessions.length;
      })
      .toBe(2);
    for (const answer of held) answer();
    expect(await first).toBe('ok');
    pool.destroy();
  });

  it('has what it did not look at sent again, once', async () => {
    const seen: number[] = [];
    await using peer = await startHttp2Peer(certificate, (...told) => {
      seen.push(told[2]);
      if (told[2] === 0) told[0].close(constants.NGHTTP2_REFUSED_STREAM);
      else OK(...told);
    });
    const pool = poolTo(peer.port);
    expect(await ask(pool).over).toBe('ok');
    expect(seen).toEqual([0, 1]);
    pool.destroy();
  });

  it('is not asked a third time', async () => {
    let asked = 0;
    await using peer = await startHttp2Peer(certificate, (stream) => {
      asked += 1;
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
    });
    const pool = poolTo(peer.port);
    const error = await failureOf(ask(pool).over);
    expect(error.message).toBe('it refused the request twice, unread');
    expect(asked).toBe(2);
    pool.destroy();
  });

  it.each([
    ['before its answer', false],
    ['within its answer', true],
  ])('by a reset %s fails, and is not asked again', async (_, begins) => {
    let asked = 0;
    await using peer = await startHttp2Peer(certificate, (stream) => {
      asked += 1;
      const reset = () => {
        stream.destroy(new Error('broken'));
      };
      if (!begins) {
        reset();
        return;
      }
      stream.respond({ ':status': 200 });
      stream.write('half', reset);
    });
    const pool = poolTo(peer.port);
    const error = await failureOf(ask(pool).over);
    expect(error).toMatchObject({
      kind: 'connection',
      message: 'the stream was reset before the end of the answer (INTERNAL_ERROR)',
    });
    expect(asked).toBe(1);
    pool.destroy();
  });

  it('by cutting the connection fails for all its requests, and for none after them', async () => {
    let isCutting = true;
    await using peer = await startHttp2Peer(certificate, (stream, ...told) => {
      if (isCutting) stream.session?.destroy();
      else OK(stream, ...told);
    });
    const pool = poolTo(peer.port);
    const errors = await Promise.all([ask(pool), ask(pool)].map(({ over }) => failureOf(over)));
    expect(errors.map(({ kind }) => kind)).toEqual(['connection', 'connection']);
    isCutting = false;
    expect(await ask(pool).over).toBe('ok');
    pool.destroy();
  });

  it('by silence is a time-out, after which nobody waits on the same session', async () => {
    await using peer = await startHttp2Peer(certificate, (...told) => {
      if (told[2] > 0) OK(...told);
    });
    const pool = poolTo(peer.port);
    const error = await failureOf(ask(pool, { timeoutMs: 100 }).over);
    expect(error).toMatchObject({ kind: 'timeout', message: 'no answer in time' });
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sessions).toHaveLength(2);
    pool.destroy();
  });
});
