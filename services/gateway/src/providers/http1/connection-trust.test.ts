import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { ask, failureOf, poolFor, startRawPeer } from '../../testing/raw-peer.ts';
import { waitFor } from '../../testing/wait-for.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const EVIL = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil';

/** A clock that a test sets. */
const clockFrom = (now: { ms: number }) => ({ ...systemClock, monotonic: () => now.ms });

describe('a peer that says more than it was asked', () => {
  it('right behind its answer is never heard by the next caller', async () => {
    let evil = 0;
    await using peer = await startRawPeer((socket) => {
      socket.write(OK, () => {
        evil += 1;
        socket.write(EVIL);
      });
    });
    const pool = poolFor(peer.port);
    for (let turn = 0; turn < 50; turn += 1) expect(await ask(pool).over).toBe('ok');
    expect(evil).toBeGreaterThan(40);
    pool.destroy();
  });

  it('is asked on new connections alone for a minute', async () => {
    const now = { ms: 0 };
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port, { clock: clockFrom(now) });
    await ask(pool).over;
    now.ms += 5;
    peer.sockets[0]?.write(EVIL);
    await waitFor(() => (peer.sockets[0]?.destroyed ? true : undefined));
    for (let turn = 0; turn < 3; turn += 1) await ask(pool).over;
    expect(peer.sockets).toHaveLength(4);
    now.ms += 60_000;
    await ask(pool).over;
    await ask(pool).over;
    expect(peer.sockets).toHaveLength(5);
    pool.destroy();
  });
});

describe('a connection', () => {
  it('carries no further request once it is ten minutes old', async () => {
    const now = { ms: 0 };
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port, { clock: clockFrom(now) });
    for (let minute = 0; minute < 10; minute += 1) {
      for (let turn = 0; turn < 3; turn += 1) {
        await ask(pool).over;
        now.ms += 20_000;
      }
    }
    expect(peer.sockets).toHaveLength(1);
    await ask(pool).over;
    await ask(pool).over;
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });

  it('that a peer closes after the same time again and again is not used for that long', async () => {
    const now = { ms: 0 };
    const keptMs = 5000;
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port, { clock: clockFrom(now) });
    for (let turn = 0; turn < 3; turn += 1) {
      await ask(pool).over;
      now.ms += keptMs;
      const socket = peer.sockets[turn];
      socket?.end();
      await waitFor(() => (socket?.destroyed ? true : undefined));
    }
    await ask(pool).over;
    now.ms += keptMs - 1001;
    await ask(pool).over;
    expect(peer.sockets).toHaveLength(4);
    now.ms += keptMs - 900;
    await ask(pool).over;
    expect(peer.sockets).toHaveLength(5);
    pool.destroy();
  });
});

describe('an answer that can become none', () => {
  it.each([
    ['a status line that ends in a bare line feed', 'HTTP/1.1 200 OK\n'],
    ['a header that ends in a bare line feed', 'HTTP/1.1 200 OK\r\nserver: x\n'],
    ['another protocol', 'SSH-2.0-OpenSSH'],
    ['another version', 'HTTP/2'],
    ['an empty line first', '\r\n'],
  ])('because of %s fails at once, and not when its time is over', async (_what, wire) => {
    await using peer = await startRawPeer((socket) => socket.write(wire));
    const pool = poolFor(peer.port);
    const error = await failureOf(ask(pool, { timeoutMs: 600_000 }).over);
    expect(error.kind).toBe('connection');
    await waitFor(() => (peer.sockets[0]?.destroyed ? true : undefined));
  });
});
