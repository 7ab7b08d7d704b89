import { constants } from 'node:http2';
import { describe, expect, it } from 'vitest';
import {
  http2PoolTo,
  startHttp2Peer,
  testCertificates,
  type StreamScript,
} from '../../testing/http2-peer.ts';
import type { UpstreamError } from '../upstream/provider-client.ts';
import { ask, failureOf } from '../../testing/raw-peer.ts';

const certificates = await testCertificates();
const { certificate } = certificates;
const poolTo = (port: number) => http2PoolTo(port, certificates);

const OK: StreamScript = (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'text/plain' });
  stream.end('ok');
};

describe('a call over HTTP/2', () => {
  it('that cannot be begun fails, and takes no other along', async () => {
    await using peer = await startHttp2Peer(certificate, OK);
    const pool = poolTo(peer.port);
    expect(await ask(pool).over).toBe('ok');
    for (const line of ['x y: 1', 'keep alive: 1']) {
      const failed = new Promise<UpstreamError>((resolve, reject) => {
        const request = {
          ...{ head: `POST / HTTP/1.1\r\nhost: x\r\n${line}\r\n\r\n`, body: Buffer.from('') },
          ...{ connectTimeoutMs: 5000, timeoutMs: 5000 },
        };
        const other = (): void => {
          reject(new Error('it was begun'));
        };
        const receiver = { onStart: other, onData: other, onEnd: other, onError: resolve };
        pool.send(request, receiver).pause();
      });
      expect(await failed).toMatchObject({
        kind: 'connection',
        message: expect.stringContaining('could not be begun') as string,
      });
    }
    expect(await ask(pool).over).toBe('ok');
    expect(peer.sessions).toHaveLength(1);
    pool.destroy();
  });

  it('that is cancelled resets its stream and no other, and its receiver hears no more', async () => {
    const codes: number[] = [];
    const held: (() => void)[] = [];
    await using peer = await startHttp2Peer(certificate, (stream, ...told) => {
      stream.on('close', () => codes.push(stream.rstCode));
      held.push(() => OK(stream, ...told));
    });
    const pool = poolTo(peer.port);
    const other = ask(pool);
    const { call, heard } = ask(pool);
    await expect.poll(() => held.length).toBe(2);
    call.cancel();
    await expect.poll(() => codes).toEqual([constants.NGHTTP2_CANCEL]);
    held[0]?.();
    expect(await other.over).toBe('ok');
    expect(heard).toEqual([]);
    pool.destroy();
  });

  it('that is cancelled before there is a session opens none for long', async () => {
    await using peer = await startHttp2Peer(certificate, OK);
    const pool = poolTo(peer.port);
    const { call, heard } = ask(pool);
    call.cancel();
    expect(await ask(pool).over).toBe('ok');
    expect(heard).toEqual([]);
    pool.destroy();
  });

  it('that is paused holds its peer back, and no time runs meanwhile', async () => {
    const size = 8_000_000;
    let written = 0;
    await using peer = await startHttp2Peer(certificate, (stream) => {
      stream.respond({ ':status': 200 });
      const piece = Buffer.alloc(100_000);
      const more = (): void => {
        if (written >= size) {
          stream.end();
          return;
        }
        written += piece.length;
        stream.write(piece, more);
      };
      more();
    });
    const pool = poolTo(peer.port);
    const asked = ask(pool, { timeoutMs: 300 });
    asked.call.pause();
    let before = -1;
    await expect
      .poll(
        () => {
          const isStill = written === before && written > 0;
          before = written;
          return isStill;
        },
        { interval: 200 },
      )
      .toBe(true);
    expect(written).toBeLessThan(2_000_000);
    asked.call.resume();
    expect((await asked.over).length).toBe(size);
    pool.destroy();
  });

  it('whose receiver throws is a fault, and other calls go on', async () => {
    await using peer = await startHttp2Peer(certificate, OK);
    const pool = poolTo(peer.port);
    const onData = (): void => {
      throw new Error('ours');
    };
    const error = await failureOf(ask(pool, { receiver: { onData } }).over);
    expect(error.kind).toBe('fault');
    expect(await ask(pool).over).toBe('ok');
    pool.destroy();
  });

  it('hears of an error when the pool is destroyed', async () => {
    await using peer = await startHttp2Peer(certificate, () => undefined);
    const pool = poolTo(peer.port);
    const { over } = ask(pool);
    await expect.poll(() => peer.sessions.length).toBe(1);
    pool.destroy();
    expect((await failureOf(over)).kind).toBe('connection');
  });
});
