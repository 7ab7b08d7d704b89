import { addressGuard, LOCAL_TOO } from '@aicp/common/http/address-guard';
import { issueCa, issueServer } from '@aicp/common/tls/issue-certificate';
import { describe, expect, it } from 'vitest';
import { startProxyPeer } from '../../testing/proxy-peer.ts';
import { ask, failureOf, poolFor, startRawPeer, type Peer } from '../../testing/raw-peer.ts';
import { forwardProxy } from './forward-proxy.ts';

const OK: Peer = (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');

const HOUR_MS = 3_600_000;
const now = Date.now();
const times = { fromMs: now, untilMs: now + 24 * HOUR_MS };
const past = { fromMs: now - 24 * HOUR_MS, untilMs: now - 12 * HOUR_MS };

const ca = await issueCa({ name: 'private', ...times });
const other = await issueCa({ name: 'another', ...times });
const server = await issueServer(ca, { name: 'models.test', hosts: ['models.test'], ...times });
const clientOf = async (authority: typeof ca, during = times) => {
  const { cert: certificate, key } = await issueServer(authority, {
    ...{ name: 'gateway', hosts: ['gateway.test'], purpose: 'client', ...during },
  });
  return { certificate, key };
};
const client = await clientOf(ca);
const foreign = await clientOf(other);
const expired = await clientOf(ca, past);

/** Asks everybody who they are, and takes those alone whom the private authority signed. */
const demanding = { ...server, ca: ca.cert, requestCert: true, rejectUnauthorized: true };

const serverName = 'models.test';

describe('a private authority', () => {
  it('is trusted by the provider that names it, by the name that the provider says', async () => {
    await using peer = await startRawPeer(OK, { certificate: server });
    const pool = poolFor(peer.port, { scheme: 'https', tls: { ca: ca.cert, serverName } });
    for (let turn = 0; turn < 3; turn += 1) expect(await ask(pool).over).toBe('ok');
    expect(peer.sockets).toHaveLength(1);
    pool.destroy();
  });

  it.each([
    ['nobody', {}, 'is not signed by a known authority'],
    ['another provider', { ca: other.cert }, 'is not signed by a known authority'],
    ['it, by another name', { ca: ca.cert, serverName: 'other.test' }, 'is for other names'],
    ['it, by no name', { ca: ca.cert, serverName: undefined }, 'is for other names'],
  ])('that is named by %s is refused in words', async (_, tls, words) => {
    await using peer = await startRawPeer(OK, { certificate: server });
    const pool = poolFor(peer.port, { scheme: 'https', tls: { serverName, ...tls } });
    const error = await failureOf(ask(pool).over);
    expect(error.message).toContain(`the certificate of 127.0.0.1:${peer.port} ${words}`);
  });

  it('vouches for nobody whose certificate has expired', async () => {
    const certificate = await issueServer(ca, { name: serverName, hosts: [serverName], ...past });
    await using peer = await startRawPeer(OK, { certificate });
    const pool = poolFor(peer.port, { scheme: 'https', tls: { ca: ca.cert, serverName } });
    expect((await failureOf(ask(pool).over)).message).toContain('has expired');
  });
});

describe('a provider that asks for a client certificate', () => {
  const asked = (port: number, tls: object) =>
    poolFor(port, { scheme: 'https', tls: { ca: ca.cert, serverName, ...tls } });

  it('is told the one that is named, also through a proxy', async () => {
    await using peer = await startRawPeer(OK, { certificate: demanding });
    await using proxy = await startProxyPeer();
    const guard = addressGuard(LOCAL_TOO);
    const by = { forward: forwardProxy(proxy.url.href), guard, looksUp: false };
    const tls = { ca: ca.cert, serverName, clientCertificate: client };
    for (const more of [{}, { host: 'models.test', proxy: by }]) {
      const pool = poolFor(peer.port, { scheme: 'https', tls, ...more });
      expect(await ask(pool).over).toBe('ok');
      pool.destroy();
    }
  });

  it.each([
    ['none', undefined, /asks for a client certificate/],
    ['one that somebody else signed', foreign, /it may not accept our client certificate/],
    ['one that has expired', expired, /it may not accept our client certificate/],
  ])('refuses %s, in words', async (_, clientCertificate, words) => {
    await using peer = await startRawPeer(OK, { certificate: demanding });
    const error = await failureOf(ask(asked(peer.port, { clientCertificate })).over);
    expect(error.kind).toBe('connection');
    expect(error.message).toMatch(words);
  });
});
