import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { ask, failureOf, poolFor, startRawPeer } from '../../testing/raw-peer.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { LOCAL_TOO, PRIVATE_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { IdleHabit } from './idle-connections.ts';
import { PoolSet } from '../pool-set.ts';

describe('connection trust', () => {
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
});

describe('egress', () => {
  const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

  describe('a connection to where requests may not be sent', () => {
    it.each([
      ['an address that is written out', '127.0.0.1', 'http'],
      ['an address behind a name', 'localhost', 'http'],
      ['an address of version 6', '[::1]', 'http'],
      ['an address over TLS', 'localhost', 'https'],
    ])('is not opened: %s', async (_what, host, scheme) => {
      await using peer = await startRawPeer((socket) => socket.write(OK));
      for (const egress of [PUBLIC_ONLY, PRIVATE_TOO]) {
        const pool = poolFor(peer.port, { host, scheme, egress });
        expect(await failureOf(ask(pool).over)).toMatchObject({
          kind: 'connection',
          message: 'ERR_FORBIDDEN_ADDRESS',
        });
      }
      expect(peer.sockets).toHaveLength(0);
    });

    it('is not opened to a metadata service, whatever is allowed', async () => {
      const pool = poolFor(80, { host: '169.254.169.254', egress: LOCAL_TOO });
      expect((await failureOf(ask(pool).over)).message).toBe('ERR_FORBIDDEN_ADDRESS');
    });

    it('is opened where the setting allows it', async () => {
      await using peer = await startRawPeer((socket) => socket.write(OK));
      const pool = poolFor(peer.port, {
        egress: { ...PUBLIC_ONLY, networks: ['127.0.0.0/8', '::1/128'] },
      });
      expect(await ask(pool).over).toBe('ok');
      pool.destroy();
    });
  });
});

describe('idle habit', () => {
  const habitOf = (ages: readonly number[]) => {
    const habit = new IdleHabit();
    for (const age of ages) habit.observe(age, 0);
    return habit;
  };

  it.each([
    ['nothing', [], Infinity],
    ['two closings', [20, 20], Infinity],
    ['three closings after about the same time', [22, 20, 24], 10],
    ['closings of long idle times, less a second', [5003, 5000, 5010], 4000],
    ['closings all at once, of connections of different ages', [3, 900, 14_000], Infinity],
    ['a habit after closings at random', [3, 900, 20, 21, 20], 10],
  ])('a pool learns from %s', (_what, ages, usableMs) => {
    expect(habitOf(ages).usableMs(59_999)).toBe(usableMs);
  });

  it('forgets a habit that is not seen for a minute', () => {
    expect(habitOf([20, 20, 20]).usableMs(60_000)).toBe(Infinity);
  });

  it('knows for a minute that the peer closes connections that idle', () => {
    expect(new IdleHabit().isClosing(0)).toBe(false);
    expect(habitOf([20]).isClosing(59_999)).toBe(true);
    expect(habitOf([20]).isClosing(60_000)).toBe(false);
  });
});

describe('pool set', () => {
  const egress = { platform: LOCAL_TOO, tenants: PUBLIC_ONLY };

  describe('a set of pools', () => {
    it('has one for an origin, and keeps it for as long as it is wished for', () => {
      const pools = new PoolSet({ egress, clock: systemClock });
      const a = { origin: 'http://a', owner: 'platform' } as const;
      const b = { origin: 'http://b', owner: 'platform' } as const;
      const [first, second] = [pools.of(a), pools.of(b)];
      expect(second).not.toBe(first);
      pools.keepOnly([a]);
      expect(pools.of(a)).toBe(first);
      expect(pools.of(b)).not.toBe(second);
    });

    it('lends no connection of the platform to an organization, which may not reach as far', () => {
      const pools = new PoolSet({ egress, clock: systemClock });
      const wish = { origin: 'http://127.0.0.1:9' };
      expect(pools.of({ ...wish, owner: 'tenants' })).not.toBe(
        pools.of({ ...wish, owner: 'platform' }),
      );
    });
  });
});
