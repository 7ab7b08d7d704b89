import { createServer, type AddressInfo, type Socket } from 'node:net';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls';
import { issueCa, issueServer, type Issued } from '@aicp/common/tls/issue-certificate';
import { describe, expect, it } from 'vitest';
import { answerJson, startScriptedProvider } from '../../testing/scripted-provider.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { UpstreamCall, UpstreamError, UpstreamReceiver } from '../provider-client.ts';
import { ConnectionPool } from './connection-pool.ts';

/** What a peer does with the bytes of each request on each connection. */
type Peer = (socket: Socket, request: string, connection: number) => void;

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

async function serve(peer: Peer, certificate?: Issued) {
  const sockets: Socket[] = [];
  const accept = (socket: Socket): void => {
    const connection = sockets.push(socket) - 1;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      peer(socket, data.toString('latin1'), connection);
    });
  };
  const server = certificate ? createTlsServer(certificate, accept) : createServer(accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const poolFor = (port: number, options: { scheme?: string; connectTimeoutMs?: number } = {}) =>
  new ConnectionPool({
    origin: new URL(`${options.scheme ?? 'http'}://127.0.0.1:${port}`),
    connectTimeoutMs: options.connectTimeoutMs ?? 5000,
    readBuffer: Buffer.alloc(65_536),
  });

/** Sends a request; `over` resolves with its body, or rejects. */
function ask(pool: ConnectionPool, options: { body?: string; timeoutMs?: number } = {}) {
  const { promise: over, resolve, reject } = Promise.withResolvers<string>();
  over.catch(() => undefined);
  const chunks: Buffer[] = [];
  const heard: string[] = [];
  const receiver: UpstreamReceiver = {
    onStart: (status) => heard.push(`start ${status}`),
    onData: (chunk) => chunks.push(chunk),
    onEnd: () => {
      resolve(Buffer.concat(chunks).toString('latin1'));
    },
    onError: reject,
  };
  const body = Buffer.from(options.body ?? 'hello', 'latin1');
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`;
  const call: UpstreamCall = pool.send(
    { head, body, timeoutMs: options.timeoutMs ?? 5000 },
    receiver,
  );
  return { over, call, heard, chunks };
}

const failureOf = async (over: Promise<unknown>): Promise<UpstreamError> =>
  (await over.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  )) as UpstreamError;

describe('a pool', () => {
  it('uses a connection again, and opens another only while that is busy', async () => {
    await using peer = await serve((socket) => socket.write(OK));
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

  it('does not use a connection again that the peer wants closed, or closed', async () => {
    await using peer = await serve((socket, _request, connection) => {
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
    await using peer = await serve((socket, _request, connection) => {
      socket.write(connection === 0 ? `${OK}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil` : OK);
    });
    const pool = poolFor(peer.port);
    const first = await ask(pool).over.catch(() => 'refused');
    expect(first).toBe('refused');
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });

  it('closes a connection on which something comes unasked', async () => {
    await using peer = await serve((socket) => socket.write(OK));
    const pool = poolFor(peer.port);
    expect(await ask(pool).over).toBe('ok');
    peer.sockets[0]?.write(OK.replace('ok', 'no'));
    await waitFor(() => (peer.sockets[0]?.destroyed ? true : undefined));
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(2);
    pool.destroy();
  });

  it('may be asked again from within the end of an answer', async () => {
    await using peer = await serve((socket) => socket.write(OK));
    const pool = poolFor(peer.port);
    const second = await new Promise<string>((resolve, reject) => {
      pool.send(
        { head: 'POST / HTTP/1.1\r\n\r\n', body: Buffer.alloc(0), timeoutMs: 1000 },
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

  it('cuts everything when it is destroyed, and whoever waits hears of it', async () => {
    await using peer = await serve(() => undefined);
    const pool = poolFor(peer.port);
    const { over } = ask(pool);
    await waitFor(() => peer.sockets[0]);
    pool.destroy();
    expect((await failureOf(over)).kind).toBe('connection');
  });
});

describe('an answer that does not come', () => {
  it('in time is a timeout', async () => {
    await using peer = await serve(() => undefined);
    const pool = poolFor(peer.port);
    expect((await failureOf(ask(pool, { timeoutMs: 50 }).over)).kind).toBe('timeout');
    await waitFor(() => (peer.sockets[0]?.destroyed ? true : undefined));
  });

  it('on in time is a timeout too', async () => {
    await using peer = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf');
    });
    const asked = ask(poolFor(peer.port), { timeoutMs: 50 });
    expect((await failureOf(asked.over)).kind).toBe('timeout');
    expect(asked.heard).toEqual(['start 200']);
  });

  it('because nobody listens is a connection error', async () => {
    const error = await failureOf(ask(poolFor(9)).over);
    expect(error).toMatchObject({ kind: 'connection', message: 'ECONNREFUSED' });
  });

  it('because the connection is not opened in time is a timeout', async () => {
    const pool = new ConnectionPool({
      origin: new URL('http://192.0.2.1:81'),
      connectTimeoutMs: 50,
      readBuffer: Buffer.alloc(1024),
    });
    const error = await failureOf(ask(pool, { timeoutMs: 60_000 }).over);
    expect(['timeout', 'connection']).toContain(error.kind);
  });

  it.each([
    ['before its first byte', ''],
    ['within its head', 'HTTP/1.1 200'],
    ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf'],
  ])('because it is closed %s is a connection error', async (_where, wire) => {
    await using peer = await serve((socket) => socket.end(wire));
    expect((await failureOf(ask(poolFor(peer.port)).over)).kind).toBe('connection');
  });

  it('because it is no HTTP is a connection error', async () => {
    await using peer = await serve((socket) => socket.write('SSH-2.0\r\n\r\n'));
    const error = await failureOf(ask(poolFor(peer.port)).over);
    expect(error.message).toContain('status line');
  });
});

describe('a call', () => {
  it('that is cancelled hangs up, and its receiver hears no more', async () => {
    await using peer = await serve((socket) => {
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
    await using peer = await serve((socket) => socket.write(OK));
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

  it('that is paused reads no more than what is under way, for as long as it takes', async () => {
    const size = 20_000_000;
    await using peer = await serve((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size, 0x78));
    });
    const pool = poolFor(peer.port);
    const asked = ask(pool, { timeoutMs: 100 });
    await waitFor(() => asked.chunks[0]);
    asked.call.pause();
    const heldBack = await waitFor(() => {
      const left = peer.sockets[0]?.writableLength ?? 0;
      return left > 0 ? left : undefined;
    });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(peer.sockets[0]?.writableLength).toBe(heldBack);
    asked.call.resume();
    expect((await asked.over).length).toBe(size);
    asked.call.resume();
    expect(await ask(pool, { timeoutMs: 5000 }).over).toHaveLength(size);
    pool.destroy();
  });
});

describe('a pool with TLS', () => {
  it('trusts the certificate of the name that it asked, and no other', async () => {
    const lifetime = { fromMs: Date.now() - 1000, untilMs: Date.now() + 86_400_000 };
    const ca = await issueCa({ name: 'ca', ...lifetime });
    const good = await issueServer(ca, { name: 'good', hosts: ['127.0.0.1'], ...lifetime });
    const other = await issueServer(ca, { name: 'other', hosts: ['elsewhere'], ...lifetime });
    const before = getCACertificates('default');
    try {
      await using peer = await serve((socket) => socket.write(OK), good);
      const distrustful = poolFor(peer.port, { scheme: 'https' });
      expect((await failureOf(ask(distrustful).over)).kind).toBe('connection');
      setDefaultCACertificates([...before, ca.cert]);
      const pool = poolFor(peer.port, { scheme: 'https' });
      for (let turn = 0; turn < 3; turn += 1) expect(await ask(pool).over).toBe('ok');
      pool.destroy();
      await using impostor = await serve((socket) => socket.write(OK), other);
      const error = await failureOf(ask(poolFor(impostor.port, { scheme: 'https' })).over);
      expect(error.message).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    } finally {
      setDefaultCACertificates(before);
    }
  });
});
