import type { Socket } from 'node:net';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { poolFor, startRawPeer, type Peer } from '../../testing/raw-peer.ts';
import { UpstreamError } from '../upstream/provider-client.ts';
import { openWebSocket, SessionRefused } from './open-websocket.ts';

const TIMEOUT_MS = 4321;
const DRIPPED = 'HTTP/1.1 401 No\r\ncontent-length: 1000\r\n\r\n{"error"';

/** The time for the answer to an upgrade passes when the test says so. */
function heldTime() {
  const passing = Promise.withResolvers<undefined>();
  const sleep: Clock['sleep'] = (ms, signal) =>
    ms === TIMEOUT_MS ? passing.promise : systemClock.sleep(ms, signal);
  return {
    clock: { ...systemClock, sleep },
    pass: () => {
      passing.resolve(undefined);
    },
  };
}

/** Asks a peer for a WebSocket. */
async function asking(peer: Peer) {
  const server = await startRawPeer(peer);
  const { clock, pass } = heldTime();
  const pool = poolFor(server.port);
  const leaving = new AbortController();
  let ours: Socket | undefined;
  const opening = openWebSocket({
    ...{ target: '/v1/realtime', headers: { host: 'vendor' }, signal: leaving.signal, clock },
    dial: (listener) =>
      pool.dialSocket(TIMEOUT_MS, {
        failed: (error) => {
          listener.failed(error);
        },
        opened: (socket, sink) => {
          ours = socket;
          listener.opened(socket, sink);
        },
      }),
    timeoutMs: TIMEOUT_MS,
  });
  const failed = opening.then(
    () => new Error('it opened'),
    (error: unknown) => error,
  );
  const bytesRead = (): number => ours?.bytesRead ?? 0;
  return { ...server, failed, pass, bytesRead, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

describe('a vendor that refuses an upgrade', () => {
  it('and lets its reason drip is read for so long and no longer', async () => {
    await using vendor = await asking((socket) => {
      socket.write(DRIPPED);
    });
    await expect.poll(vendor.bytesRead).toBe(DRIPPED.length);
    vendor.pass();
    const failure = await vendor.failed;
    expect(failure).toBeInstanceOf(SessionRefused);
    expect(failure).toMatchObject({ status: 401 });
    await expect.poll(() => vendor.sockets[0]?.destroyed).toBe(true);
  });

  it('and says more than anybody reads is cut', async () => {
    await using vendor = await asking((socket) => {
      socket.write(`HTTP/1.1 400 No\r\n\r\n${'x'.repeat(200_000)}`);
    });
    const failure = await vendor.failed;
    expect(failure).toBeInstanceOf(SessionRefused);
    expect((failure as SessionRefused).body).toHaveLength(65_536);
    await expect.poll(() => vendor.sockets[0]?.destroyed).toBe(true);
  });
});

it.each([
  ['nothing', ''],
  ['a part of a head', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: web'],
])('a vendor that answers an upgrade with %s in time is left', async (_name, said) => {
  await using vendor = await asking((socket) => {
    socket.write(said);
  });
  await expect.poll(() => vendor.sockets[0]?.bytesRead ?? 0).toBeGreaterThan(0);
  await expect.poll(vendor.bytesRead).toBe(said.length);
  vendor.pass();
  const failure = await vendor.failed;
  expect(failure).toBeInstanceOf(UpstreamError);
  expect(failure).toMatchObject({ kind: 'timeout' });
  await expect.poll(() => vendor.sockets[0]?.destroyed).toBe(true);
});
