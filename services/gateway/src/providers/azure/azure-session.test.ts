import { createHash } from 'node:crypto';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { poolFor, startRawPeer } from '../../testing/raw-peer.ts';
import { UpstreamError } from '../upstream/provider-client.ts';
import { AzureClient } from './azure-client.ts';
import type { TokenSource } from './entra-token.ts';

/** Opens a session at a resource that takes one token alone, as an application whose tokens are `token-1`, `token-2`. */
async function opening({
  taken,
  status = 401,
  tokens,
}: {
  readonly taken: string;
  /** Of whoever has another token. */
  readonly status?: number;
  readonly tokens?: TokenSource;
}) {
  const asked: string[] = [];
  let given = 0;
  const vendor = await startRawPeer((socket, read) => {
    const token = /^authorization: Bearer (\S+)/im.exec(read)?.[1] ?? '';
    asked.push(token);
    if (token !== taken) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const key = /^sec-websocket-key: (\S+)/im.exec(read)?.[1] ?? '';
    const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
  });
  const client = new AzureClient({
    ...{ pool: poolFor(vendor.port), baseUrl: new URL(`http://127.0.0.1:${vendor.port}`) },
    ...{ apiKey: undefined, headers: {}, apiVersion: undefined, clock: systemClock },
    tokens:
      tokens ??
      (() => {
        given += 1;
        return Promise.resolve({ value: `token-${given}`, expiresAt: Infinity });
      }),
  });
  const opened = await client
    .openSession({
      ...{ model: 'voice', passed: {}, requestId: 'r', trace: {}, connectTimeoutMs: 5000 },
      ...{ signal: new AbortController().signal, clock: systemClock },
    })
    .then(
      (socket) => {
        socket.terminate();
        return 'open';
      },
      (error: unknown) => error,
    );
  await vendor[Symbol.asyncDispose]();
  return { opened, asked };
}

/** RFC 6455, 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

describe('a session at Azure by a token of Entra ID', () => {
  it('is opened with another token where the first holds no more', async () => {
    const { opened, asked } = await opening({ taken: 'token-2' });
    expect(opened).toBe('open');
    expect(asked).toEqual(['token-1', 'token-2']);
  });

  it('is tried twice and no oftener', async () => {
    const { opened, asked } = await opening({ taken: 'token-3' });
    expect(opened).toMatchObject({ name: 'SessionRefused', status: 401 });
    expect(asked).toEqual(['token-1', 'token-2']);
  });

  it('is tried once where it is refused for anything else', async () => {
    const { opened, asked } = await opening({ taken: 'token-2', status: 403 });
    expect(opened).toMatchObject({ name: 'SessionRefused', status: 403 });
    expect(asked).toEqual(['token-1']);
  });

  it('fails as its provider fails where there is no token', async () => {
    const tokens = () => Promise.reject(new Error('look at tenantId'));
    const { opened, asked } = await opening({ taken: 'token-1', tokens });
    expect(opened).toBeInstanceOf(UpstreamError);
    expect(opened).toMatchObject({ kind: 'connection', message: 'look at tenantId' });
    expect(asked).toEqual([]);
  });
});
