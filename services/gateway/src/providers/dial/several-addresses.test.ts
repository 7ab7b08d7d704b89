import type { ResolveName } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ask, failureOf, poolFor, startRawPeer, type Peer } from '../../testing/raw-peer.ts';

/** Says at which of its addresses it was asked. */
const HERE: Peer = (socket) => {
  const body = String(socket.localAddress).replace('::ffff:', '');
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
};
const KEPT: Peer = (socket) => {
  const body = String(socket.localAddress);
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
};

/** Knows one name by what `addresses` holds at the time, and counts how often it was asked. */
function names(addresses: readonly string[]) {
  const known = { addresses, asked: 0 };
  const resolve: ResolveName = (_name, _options, callback) => {
    known.asked += 1;
    const found = known.addresses.map((address) => ({ address, family: isIP(address) }));
    setImmediate(callback, null, found);
  };
  return { known, resolve };
}

/** Takes no connection and refuses none: packets to it go nowhere. */
const SILENT = '240.0.0.1';

describe('a name with several addresses', () => {
  it('is reached at one of them while others refuse', async () => {
    await using peer = await startRawPeer(HERE, { host: '127.0.0.2' });
    const { resolve } = names(['127.0.0.1', '::1', '127.0.0.2']);
    const pool = poolFor(peer.port, { host: 'models.test', resolve });
    for (let turn = 0; turn < 4; turn += 1) expect(await ask(pool).over).toBe('127.0.0.2');
    pool.destroy();
  });

  it('has its connections spread over them', async () => {
    await using peer = await startRawPeer(HERE, { host: '0.0.0.0' });
    const { resolve } = names(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
    const pool = poolFor(peer.port, { host: 'models.test', resolve });
    const answers = [];
    for (let turn = 0; turn < 6; turn += 1) answers.push(await ask(pool).over);
    expect(new Set(answers)).toEqual(new Set(['127.0.0.1', '127.0.0.2', '127.0.0.3']));
    pool.destroy();
  });

  it('is reached by version 6 where nobody listens by version 4, and the other way round', async () => {
    await using six = await startRawPeer(HERE, { host: '::1' });
    const { resolve } = names(['127.0.0.1', '::1']);
    expect(await ask(poolFor(six.port, { host: 'models.test', resolve })).over).toBe('::1');
    await using four = await startRawPeer(HERE);
    expect(await ask(poolFor(four.port, { host: 'models.test', resolve })).over).toBe('127.0.0.1');
  });

  it('fails with what the first said where none takes a connection', async () => {
    const { resolve } = names(['127.0.0.1', '127.0.0.2']);
    const error = await failureOf(ask(poolFor(9, { host: 'models.test', resolve })).over);
    expect(error).toMatchObject({ kind: 'connection', message: 'ECONNREFUSED' });
  });

  it('is not connected to where one of them is forbidden', async () => {
    const { resolve } = names(['127.0.0.1', SILENT]);
    const error = await failureOf(ask(poolFor(9, { host: 'models.test', resolve })).over);
    expect(error.message).toContain('ERR_FORBIDDEN_ADDRESS');
  });
});

describe('a name whose addresses change', () => {
  it('is looked up for each connection, and old connections end at ten minutes', async () => {
    await using peer = await startRawPeer(KEPT, { host: '0.0.0.0' });
    const { known, resolve } = names(['127.0.0.1']);
    const now = { ms: 0 };
    const clock = { ...systemClock, monotonic: () => now.ms };
    const pool = poolFor(peer.port, { host: 'models.test', resolve, clock });
    expect(await ask(pool).over).toBe('127.0.0.1');
    known.addresses = ['127.0.0.2'];
    expect(await ask(pool).over).toBe('127.0.0.1');
    expect(known.asked).toBe(1);
    while (now.ms < 600_000) {
      now.ms += 20_000;
      expect(await ask(pool).over).toBe('127.0.0.1');
    }
    expect(await ask(pool).over).toBe('127.0.0.2');
    expect(known.asked).toBe(2);
    pool.destroy();
  });
});
