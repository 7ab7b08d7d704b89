import type { Socket } from 'node:net';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { ask, failureOf, poolFor, startRawPeer } from '../../testing/raw-peer.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { UpstreamError } from '../upstream/provider-client.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** A clock that a test sets. */
const clockFrom = (now: { ms: number }) => ({ ...systemClock, monotonic: () => now.ms });

describe('a pool', () => {
  it('does not use a connection again that the peer wants closed, or closed', async () => {
    await using peer = await startRawPeer((socket, _request, connection) => {
      if (connection === 0) socket.write(OK.replace('\r\n', '\r\nconnection: close\r\n'));
      else if (connection === 1) socket.end(OK);
      else socket.write(OK);
    });
    const pool = poolFor(peer.port);
    expect(await ask(pool).over).toBe('ok');
    expect(await ask(pool).over).toBe('ok');
    await waitFor(() => (peer.sockets[1]?.destroyed ? true : undefined));
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(3);
    pool.destroy();
  });

  it('does not use a connection again on which more came than was asked for', async () => {
    await using peer = await startRawPeer((socket, _request, connection) => {
      socket.write(connection === 0 ? `${OK}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil` : OK);
    });
    const pool = poolFor(peer.port);
    expect(await ask(pool).over).toBe('ok');
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });

  it('closes a connection on which something comes unasked', async () => {
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port);
    expect(await ask(pool).over).toBe('ok');
    peer.sockets[0]?.write(OK.replace('ok', 'no'));
    await waitFor(() => (peer.sockets[0]?.destroyed ? true : undefined));
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });

  it('reads the end of a connection before it writes to it, where the peer has closed others that idled', async () => {
    let served: Socket | undefined;
    await using peer = await startRawPeer((socket) => {
      served = socket;
      socket.write(OK);
    });
    const now = { ms: 0 };
    const pool = poolFor(peer.port, { clock: clockFrom(now) });
    await Promise.all([ask(pool).over, ask(pool).over]);
    now.ms += 10;
    served?.destroy();
    // The loop looks for input before an immediate, and tells of closed connections after it: the pool has heard of the end then.
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await ask(pool).over).toBe('ok');
    now.ms += 10;
    served?.destroy();
    expect(await ask(pool).over).toBe('ok');
    pool.destroy();
  });

  it('may be asked again from within the end of an answer', async () => {
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port);
    const second = await new Promise<string>((resolve, reject) => {
      pool.send(
        {
          head: 'POST / HTTP/1.1\r\n\r\n',
          body: Buffer.alloc(0),
          connectTimeoutMs: 1000,
          timeoutMs: 1000,
        },
        {
          onStart: () => undefined,
          onData: () => undefined,
          onEnd: () => {
            ask(pool).over.then(resolve, reject);
          },
          onError: reject,
        },
      );
    });
    expect(second).toBe('ok');
    expect(peer.sockets).toHaveLength(1);
    pool.destroy();
  });

  it('uses a connection again whose receiver was slow to the very end', async () => {
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port);
    const slow = ask(pool, {
      receiver: {
        onData: () => {
          slow.call.pause();
        },
      },
    });
    await slow.over;
    expect(await ask(pool).over).toBe('ok');
    slow.call.resume();
    slow.call.cancel();
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(1);
    pool.destroy();
  });

  it('does not use a connection again beyond the time that the peer keeps it, less a margin', async () => {
    await using peer = await startRawPeer((socket) => {
      socket.write(OK.replace('\r\n', '\r\nkeep-alive: timeout=5\r\n'));
    });
    const now = { ms: 0 };
    const pool = poolFor(peer.port, { clock: clockFrom(now) });
    await ask(pool).over;
    now.ms += 3999;
    await ask(pool).over;
    expect(peer.sockets).toHaveLength(1);
    now.ms += 4000;
    await ask(pool).over;
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });

  it('closes connections that nobody uses for long', async () => {
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const now = { ms: 0 };
    const pool = poolFor(peer.port, { clock: clockFrom(now) });
    await Promise.all([ask(pool).over, ask(pool).over]);
    now.ms += 30_001;
    await waitFor(() => (peer.sockets.every(({ destroyed }) => destroyed) ? true : undefined));
    expect(peer.sockets).toHaveLength(2);
  });

  it('does not use a connection again that answered before it had the whole request', async () => {
    const early = 'HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno';
    await using peer = await startRawPeer((socket, _read, connection) => {
      if (connection > 0) {
        socket.write(OK);
        return;
      }
      socket.pause();
      socket.write(early);
    });
    const pool = poolFor(peer.port);
    const refused = ask(pool, { body: 'x'.repeat(30_000_000) });
    expect(await refused.over).toBe('no');
    expect(refused.heard).toEqual(['start 413']);
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });
});

describe('a connection that broke while it idled', () => {
  it('and takes nothing any more is replaced: nobody can have read the request', async () => {
    const requests: string[] = [];
    await using peer = await startRawPeer((socket, read) => {
      requests.push(read);
      socket.write(OK);
    });
    const pool = poolFor(peer.port);
    await ask(pool).over;
    peer.sockets[0]?.resetAndDestroy();
    expect(await ask(pool).over).toBe('ok');
    expect(requests).toHaveLength(2);
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });

  it('and still took the request is a failure: somebody may have read it', async () => {
    const requests: string[] = [];
    await using peer = await startRawPeer((socket, read) => {
      requests.push(read);
      if (requests.length === 1) socket.write(OK);
      else socket.destroy();
    });
    const pool = poolFor(peer.port);
    await ask(pool).over;
    expect((await failureOf(ask(pool).over)).kind).toBe('connection');
    expect(requests).toHaveLength(2);
    expect(peer.sockets).toHaveLength(1);
    pool.destroy();
  });

  it('is replaced once, not again and again', async () => {
    await using peer = await startRawPeer((socket, _read, connection) => {
      if (connection === 0) socket.write(OK);
      else socket.resetAndDestroy();
    });
    const pool = poolFor(peer.port);
    await ask(pool).over;
    peer.sockets[0]?.resetAndDestroy();
    expect((await failureOf(ask(pool).over)).kind).toBe('connection');
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });
});

describe('a receiver that throws', () => {
  const broken = (): never => {
    throw new RangeError('ours');
  };

  it.each(['onStart', 'onData'] as const)(
    'in %s is told of a fault, and its connection is cut',
    async (member) => {
      await using peer = await startRawPeer((socket) => socket.write(OK));
      const pool = poolFor(peer.port);
      const error = await failureOf(ask(pool, { receiver: { [member]: broken } }).over);
      expect(error).toMatchObject({ kind: 'fault', cause: { message: 'ours' } });
      expect(await ask(pool).over).toBe('ok');
      expect(peer.sockets).toHaveLength(2);
      pool.destroy();
    },
  );

  it('at the end is told of a fault, and its connection is used again', async () => {
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port);
    const error: UpstreamError = await failureOf(ask(pool, { receiver: { onEnd: broken } }).over);
    expect(error.kind).toBe('fault');
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(1);
    pool.destroy();
  });
});

describe('what two streams bring at the same time', () => {
  it('stays what it was, although all sockets are read into the same memory', async () => {
    const pieces = 200;
    await using peer = await startRawPeer((socket, _read, connection) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const text = String(connection).repeat(100);
      const send = (left: number): void => {
        if (left === 0) socket.end('0\r\n\r\n');
        else socket.write(`64\r\n${text}\r\n`, () => setImmediate(send, left - 1));
      };
      send(pieces);
    });
    const pool = poolFor(peer.port);
    const asked = [ask(pool), ask(pool)];
    const bodies = await Promise.all(asked.map(({ over }) => over));
    expect(asked.map(({ chunks }) => chunks.length > 20)).toEqual([true, true]);
    expect(bodies.toSorted()).toEqual(['0', '1'].map((digit) => digit.repeat(100 * pieces)));
    pool.destroy();
  });
});
