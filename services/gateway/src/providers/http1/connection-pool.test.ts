import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { issueCa, issueServer, type Issued } from '@aicp/common/tls/issue-certificate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, failureOf, poolFor, startRawPeer } from '../../testing/raw-peer.ts';
import { answerJson, startScriptedProvider } from '../../testing/scripted-provider.ts';
import { waitFor } from '../../testing/wait-for.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('a pool', () => {
  it('uses a connection again, and opens another only while that is busy', async () => {
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port);
    for (let turn = 0; turn < 5; turn += 1) expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(1);
    await Promise.all([ask(pool).over, ask(pool).over, ask(pool).over]);
    expect(peer.sockets).toHaveLength(3);
    await ask(pool).over;
    expect(peer.sockets).toHaveLength(3);
    pool.destroy();
  });

  it('sends small and large bodies byte for byte', async () => {
    await using upstream = await startScriptedProvider((response) => {
      answerJson(response, {});
    });
    const pool = poolFor(Number(new URL(upstream.url).port));
    for (const size of [3, 16_384, 16_385, 1_000_000]) {
      const body = Buffer.alloc(
        size,
        Uint8Array.from({ length: 256 }, (_, index) => index),
      );
      expect(await ask(pool, { body: body.toString('latin1') }).over).toBe('{}');
      expect(upstream.received.at(-1)?.body.equals(body)).toBe(true);
    }
    pool.destroy();
  });

  it('cuts everything when it is destroyed, and whoever waits hears of it', async () => {
    await using peer = await startRawPeer(() => undefined);
    const pool = poolFor(peer.port);
    const { over } = ask(pool);
    await waitFor(() => peer.sockets[0]);
    pool.destroy();
    expect((await failureOf(over)).kind).toBe('connection');
  });
});

describe('an answer that does not come', () => {
  it('in time is a timeout', async () => {
    await using peer = await startRawPeer(() => undefined);
    const pool = poolFor(peer.port);
    expect((await failureOf(ask(pool, { timeoutMs: 50 }).over)).kind).toBe('timeout');
    await waitFor(() => (peer.sockets[0]?.destroyed ? true : undefined));
  });

  it('on in time is a timeout too', async () => {
    await using peer = await startRawPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf');
    });
    const asked = ask(poolFor(peer.port), { timeoutMs: 300 });
    expect((await failureOf(asked.over)).kind).toBe('timeout');
    expect(asked.heard).toEqual(['start 200']);
  });

  it('because nobody listens is a connection error', async () => {
    const error = await failureOf(ask(poolFor(9)).over);
    expect(error).toMatchObject({ kind: 'connection', message: 'ECONNREFUSED' });
  });

  it('because the connection is not opened in time is a timeout', async () => {
    const pool = poolFor(81, { host: '192.0.2.1' });
    const error = await failureOf(ask(pool, { connectTimeoutMs: 50, timeoutMs: 60_000 }).over);
    expect(['timeout', 'connection']).toContain(error.kind);
  });

  it.each([
    ['before its first byte', ''],
    ['within its head', 'HTTP/1.1 200'],
    ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf'],
  ])('because it is closed %s is a connection error', async (_where, wire) => {
    await using peer = await startRawPeer((socket) => socket.end(wire));
    expect((await failureOf(ask(poolFor(peer.port)).over)).kind).toBe('connection');
  });

  it('because it is no HTTP is a connection error', async () => {
    await using peer = await startRawPeer((socket) => socket.write('SSH-2.0\r\n\r\n'));
    const error = await failureOf(ask(poolFor(peer.port)).over);
    expect(error.message).toContain('status line');
  });
});

describe('a call', () => {
  it('that is cancelled hangs up, and its receiver hears no more', async () => {
    await using peer = await startRawPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
    });
    const pool = poolFor(peer.port);
    const asked = ask(pool);
    await waitFor(() => asked.chunks[0]);
    asked.call.cancel();
    await waitFor(() => (peer.sockets[0]?.destroyed ? true : undefined));
    const race = await Promise.race([
      asked.over,
      new Promise((resolve) => setImmediate(resolve, 'silent')),
    ]);
    expect(race).toBe('silent');
  });

  it('that is cancelled before there is a connection opens none for long', async () => {
    await using peer = await startRawPeer((socket) => socket.write(OK));
    const pool = poolFor(peer.port);
    ask(pool).call.cancel();
    expect(await ask(pool).over).toBe('ok');
    await waitFor(() =>
      peer.sockets.every((socket, index) => index === peer.sockets.length - 1 || socket.destroyed)
        ? true
        : undefined,
    );
    pool.destroy();
  });

  it('that is paused reads no more, for as long as it takes, and no time runs meanwhile', async () => {
    const size = 20_000_000;
    const body = Buffer.alloc(size, 0x78);
    await using peer = await startRawPeer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
      socket.write(body);
    });
    const pool = poolFor(peer.port);
    const pausedAt: number[] = [];
    const sizes: number[] = [];
    const asked = ask(pool, {
      timeoutMs: 500,
      receiver: {
        onData: (chunk) => {
          sizes.push(chunk.length);
          if (pausedAt.length > 0) return;
          pausedAt.push(performance.now());
          asked.call.pause();
        },
      },
    });
    await waitFor(() => (performance.now() > (pausedAt[0] ?? Infinity) + 700 ? true : undefined));
    expect(sizes).toHaveLength(1);
    expect(peer.sockets[0]?.writableLength).toBeGreaterThan(0);
    asked.call.resume();
    await asked.over;
    expect(sizes.reduce((sum, length) => sum + length)).toBe(size);
    pool.destroy();
  });
});

describe('a pool for a name or an address of version 6', () => {
  it.each([
    ['::1', '[::1]'],
    ['127.0.0.1', 'localhost'],
  ])('reaches %s as %s', async (host, name) => {
    await using peer = await startRawPeer((socket) => socket.write(OK), { host });
    const pool = poolFor(peer.port, { host: name });
    for (let turn = 0; turn < 2; turn += 1) expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(1);
    pool.destroy();
  });
});

describe('a pool with TLS', () => {
  const lifetime = { fromMs: Date.now() - 1000, untilMs: Date.now() + 86_400_000 };
  const before = getCACertificates('default');
  let ca: Issued;
  let good: Issued;

  beforeAll(async () => {
    ca = await issueCa({ name: 'ca', ...lifetime });
    good = await issueServer(ca, { name: 'good', hosts: ['127.0.0.1'], ...lifetime });
    setDefaultCACertificates([...before, ca.cert]);
  });
  afterAll(() => {
    setDefaultCACertificates(before);
  });

  const securePool = (port: number) => poolFor(port, { scheme: 'https' });

  it('asks one request after the other, and shortens the next handshake', async () => {
    await using peer = await startRawPeer((socket) => socket.write(OK), { certificate: good });
    const pool = securePool(peer.port);
    for (let turn = 0; turn < 3; turn += 1) expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(1);
    await Promise.all([ask(pool).over, ask(pool).over]);
    expect((peer.sockets[1] as TLSSocket).isSessionReused()).toBe(true);
    pool.destroy();
  });

  it('trusts the certificate of the name that it asked, and no other, also the second time', async () => {
    const other = await issueServer(ca, { name: 'other', hosts: ['elsewhere'], ...lifetime });
    await using impostor = await startRawPeer((socket) => socket.write(OK), { certificate: other });
    const pool = securePool(impostor.port);
    for (let turn = 0; turn < 2; turn += 1) {
      const error = await failureOf(ask(pool).over);
      expect(error.message).toMatch(/^ERR_TLS_CERT_ALTNAME_INVALID: .* is for other names$/);
    }
  });

  it('trusts no certificate of an authority that is not known', async () => {
    const stranger = await issueCa({ name: 'stranger', ...lifetime });
    const options = { name: 'bad', hosts: ['127.0.0.1'], ...lifetime };
    const certificate = await issueServer(stranger, options);
    await using peer = await startRawPeer((socket) => socket.write(OK), { certificate });
    expect((await failureOf(ask(securePool(peer.port)).over)).kind).toBe('connection');
  });

  it('is paused and resumed without losing a byte', async () => {
    const size = 3_000_000;
    await using peer = await startRawPeer(
      (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
        socket.write(Buffer.alloc(size, Buffer.from('abcdefg')));
      },
      { certificate: good },
    );
    const pool = securePool(peer.port);
    const chunks: Buffer[] = [];
    const asked = ask(pool, {
      receiver: {
        onData: (chunk) => {
          chunks.push(chunk);
          asked.call.pause();
          setImmediate(() => {
            asked.call.resume();
          });
        },
      },
    });
    await asked.over;
    expect(Buffer.concat(chunks).equals(Buffer.alloc(size, Buffer.from('abcdefg')))).toBe(true);
    pool.destroy();
  });

  it('sends large bodies, and hears of an end before its time', async () => {
    let size = 0;
    await using peer = await startRawPeer(
      (socket, read) => {
        size += read.length;
        if (size > 1_000_000) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf');
      },
      { certificate: good },
    );
    const asked = ask(securePool(peer.port), { body: 'x'.repeat(1_000_000) });
    expect((await failureOf(asked.over)).kind).toBe('connection');
    expect(asked.heard).toEqual(['start 200']);
  });
});
