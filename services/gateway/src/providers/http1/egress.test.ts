import { LOCAL_TOO, PRIVATE_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { describe, expect, it } from 'vitest';
import { ask, failureOf, poolFor, startRawPeer } from '../../testing/raw-peer.ts';

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
