import {
  addressGuard,
  LOCAL_TOO,
  PUBLIC_ONLY,
  type ResolveName,
} from '@aicp/common/http/address-guard';
import { issueCa, issueServer } from '@aicp/common/tls/issue-certificate';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProxyPeer, type ProxyPeer } from '../../testing/proxy-peer.ts';
import { ask, failureOf, poolFor, startRawPeer, type Peer } from '../../testing/raw-peer.ts';
import { forwardProxy } from './forward-proxy.ts';
import type { ProxyRoute } from './route.ts';

const OK: Peer = (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');

const from = Date.now();
const times = { fromMs: from, untilMs: from + 3_600_000 };
const ca = await issueCa({ name: 'test', ...times });
const certificate = await issueServer(ca, {
  name: 'api.test',
  hosts: ['api.test', '127.0.0.1'],
  ...times,
});
const roots = getCACertificates('default');

/** A way by a proxy that was set up by whoever runs the process. */
const by = (
  { url }: ProxyPeer,
  more: Partial<ProxyRoute> & { user?: string } = {},
): ProxyRoute => ({
  forward: forwardProxy(
    more.user === undefined ? url.href : url.href.replace('//', `//${more.user}@`),
  ),
  guard: addressGuard(LOCAL_TOO),
  looksUp: false,
  ...more,
});

/** Knows names of this machine by no address at all: whoever reaches them was led there by the proxy. */
const unknown: ResolveName = (hostname, _options, callback) => {
  callback(Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' }), []);
};

describe('a provider behind a proxy', () => {
  beforeAll(() => {
    setDefaultCACertificates([...roots, ca.cert]);
  });
  afterAll(() => {
    setDefaultCACertificates(roots);
  });

  it.each([
    ['by HTTP', undefined],
    ['by TLS itself', certificate],
  ])('that is spoken to %s is reached through tunnels, each for many requests', async (_, own) => {
    await using peer = await startRawPeer(OK, { certificate });
    await using proxy = await startProxyPeer(own ? { certificate: own } : {});
    const at = { scheme: 'https', host: 'api.test', resolve: unknown, proxy: by(proxy) };
    const pool = poolFor(peer.port, at);
    for (let turn = 0; turn < 3; turn += 1) expect(await ask(pool).over).toBe('ok');
    await Promise.all([ask(pool).over, ask(pool, { body: 'x'.repeat(100_000) }).over]);
    const tunnel = `CONNECT api.test:${peer.port}`;
    expect(proxy.asked).toEqual([tunnel, tunnel]);
    pool.destroy();
  });

  it('is asked by its whole address where it speaks plain HTTP, over connections that are kept', async () => {
    let head = '';
    await using peer = await startRawPeer((socket, read, connection) => {
      head += read;
      OK(socket, read, connection);
    });
    await using proxy = await startProxyPeer({ credentials: 'ada:s3cret' });
    const pool = poolFor(peer.port, {
      host: 'api.test',
      resolve: unknown,
      proxy: by(proxy, { user: 'ada:s3cret' }),
    });
    for (let turn = 0; turn < 3; turn += 1) expect(await ask(pool).over).toBe('ok');
    expect(proxy.asked).toEqual(Array(3).fill(`POST http://api.test:${peer.port}/`));
    expect(head).toContain('hello');
    pool.destroy();
  });

  it('is told to the proxy by name and password where that asks for them', async () => {
    await using peer = await startRawPeer(OK, { certificate });
    await using proxy = await startProxyPeer({ credentials: 'ada:s3cret' });
    const proxied = by(proxy, { user: 'ada:s3cret' });
    const pool = poolFor(peer.port, { scheme: 'https', host: 'api.test', proxy: proxied });
    expect(await ask(pool).over).toBe('ok');
    pool.destroy();
  });

  it.each([
    ['https', 'refused the tunnel with 407'],
    ['http', 'refused the request with 407'],
  ])('fails by %s with what the proxy says, and no password', async (scheme, words) => {
    await using peer = await startRawPeer(OK, scheme === 'https' ? { certificate } : {});
    await using proxy = await startProxyPeer({ credentials: 'ada:s3cret' });
    const proxied = by(proxy, { user: 'ada:wr0ng' });
    const asked = ask(poolFor(peer.port, { scheme, host: 'api.test', proxy: proxied }));
    const error = await failureOf(asked.over);
    expect(error).toMatchObject({ kind: 'connection' });
    expect(error.message).toBe(
      `the proxy ${proxy.url.host} ${words}: it asks for a name and a password, or others`,
    );
    expect(asked.heard).toEqual([]);
    expect(peer.sockets).toHaveLength(0);
  });

  it.each([
    [
      'refuses',
      { says: 'HTTP/1.1 403 Forbidden\r\n\r\n' },
      'connection',
      'refused the tunnel with 403: it does not allow this destination',
    ],
    [
      'cannot reach it',
      { says: 'HTTP/1.1 502 Bad Gateway\r\n\r\n' },
      'connection',
      'refused the tunnel with 502',
    ],
    [
      'speaks something else',
      { says: 'SSH-2.0-x\r\n\r\n' },
      'connection',
      'gave no proper answer to CONNECT',
    ],
    [
      'never ends its head',
      { says: 'HTTP/1.1 200 OK\r\n' + 'x'.repeat(20_000) },
      'connection',
      'gave no proper answer to CONNECT',
    ],
    ['cuts', 'cuts', 'connection', 'closed the connection before it opened the tunnel'],
    ['hangs', 'hangs', 'timeout', 'did not open a tunnel'],
  ] as const)('whose proxy %s fails in words', async (_, mischief, kind, words) => {
    await using proxy = await startProxyPeer({ mischief });
    const pool = poolFor(443, { scheme: 'https', host: 'api.test', proxy: by(proxy) });
    const error = await failureOf(ask(pool, { connectTimeoutMs: 300 }).over);
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(words);
    expect(error.message).toContain(proxy.url.host);
  });

  it('whose proxy is not there fails with its name', async () => {
    const proxy = {
      forward: forwardProxy('http://127.0.0.1:9'),
      guard: addressGuard(LOCAL_TOO),
      looksUp: false,
    };
    const error = await failureOf(
      ask(poolFor(443, { scheme: 'https', host: 'api.test', proxy })).over,
    );
    expect(error).toMatchObject({
      kind: 'connection',
      message: 'the proxy 127.0.0.1:9: ECONNREFUSED',
    });
  });

  it('has its own certificate checked, and by its own name', async () => {
    await using peer = await startRawPeer(OK, { certificate });
    await using proxy = await startProxyPeer();
    const at = { scheme: 'https', host: 'other.test', resolve: unknown, proxy: by(proxy) };
    const error = await failureOf(ask(poolFor(peer.port, at)).over);
    expect(error.message).toBe(
      `ERR_TLS_CERT_ALTNAME_INVALID: the certificate of other.test:${peer.port} is for other names`,
    );
  });

  it('that is cancelled while the proxy hangs leaves no connection behind', async () => {
    await using proxy = await startProxyPeer({ mischief: 'hangs' });
    const pool = poolFor(443, { scheme: 'https', host: 'api.test', proxy: by(proxy) });
    const asked = ask(pool);
    await expect.poll(() => proxy.asked.length).toBe(1);
    asked.call.cancel();
    expect(asked.heard).toEqual([]);
    pool.destroy();
  });
});

describe('what a proxy must not reach', () => {
  it.each([
    ['an address of this machine', '127.0.0.1', false],
    ['an address of metadata', '169.254.169.254', false],
    ['a name of such an address', 'inner.test', true],
  ])('is refused before the proxy hears of it: %s', async (_, host, looksUp) => {
    await using proxy = await startProxyPeer();
    const resolve: ResolveName = (_name, _options, callback) => {
      callback(null, [{ address: '10.0.0.7', family: 4 }]);
    };
    const pool = poolFor(80, { host, egress: PUBLIC_ONLY, resolve, proxy: by(proxy, { looksUp }) });
    const error = await failureOf(ask(pool).over);
    expect(error.message).toContain('ERR_FORBIDDEN_ADDRESS');
    expect(proxy.asked).toEqual([]);
  });

  it('is not asked about where names are looked up and this one is not known', async () => {
    await using proxy = await startProxyPeer();
    const more = { egress: PUBLIC_ONLY, resolve: unknown, proxy: by(proxy, { looksUp: true }) };
    const error = await failureOf(ask(poolFor(80, { host: 'api.test', ...more })).over);
    expect(error.message).toContain('ENOTFOUND');
    expect(proxy.asked).toEqual([]);
  });
});
