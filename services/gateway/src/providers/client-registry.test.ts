import { generateKeyPairSync } from 'node:crypto';
import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { issueCa, issueServer } from '@aicp/common/tls/issue-certificate';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { provider } from '../testing/fragments.ts';
import { startProxyPeer, type ProxyPeer } from '../testing/proxy-peer.ts';
import { startRawPeer } from '../testing/raw-peer.ts';
import { ClientRegistry, type ClientWish } from './client-registry.ts';
import { forwardProxy } from './dial/forward-proxy.ts';
import type { ProviderClient } from './upstream/provider-client.ts';

/** Its name is looked up nowhere: the proxy alone knows it. */
const HOST = 'api.test';

const startPeer = () =>
  startRawPeer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));

const registryBy = ({ url }: ProxyPeer, forTenants = false) =>
  new ClientRegistry({
    egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
    clock: systemClock,
    random: () => 0,
    proxies: { proxyFor: () => forwardProxy(url.href), forTenants },
  });

const wish = (
  port: number,
  more: Partial<ClientWish['fragment']> = {},
  secrets?: ClientWish['secrets'],
): ClientWish => ({
  fragment: provider('p', { baseUrl: `http://${HOST}:${port}`, ...more }),
  credential: 'default',
  apiKey: 'sk-1',
  secrets,
});

/** What a request came to: the body of its answer, or the words of its error. */
function sent(client: ProviderClient): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let body = '';
  client.send(
    {
      body: Buffer.from('{}'),
      format: 'chat',
      model: 'm',
      stream: false,
      promptCharacters: 0,
      requestId: 'r',
      trace: '',
      connectTimeoutMs: 5000,
      timeoutMs: 5000,
    },
    {
      onStart: () => undefined,
      onData: (chunk) => (body += chunk.toString()),
      onEnd: () => {
        resolve(body);
      },
      onError: ({ message }) => {
        resolve(message);
      },
    },
  );
  return promise;
}

describe('a provider of the platform', () => {
  it('is reached by the proxy of the process', async () => {
    await using peer = await startPeer();
    await using proxy = await startProxyPeer();
    const registry = registryBy(proxy);
    expect(await sent(registry.clientFor(wish(peer.port)))).toBe('ok');
    expect(proxy.asked).toEqual([`POST http://${HOST}:${peer.port}/chat/completions`]);
    registry.close();
  });

  it('is reached by its own proxy instead, with the credentials that it has now', async () => {
    await using peer = await startPeer();
    await using other = await startProxyPeer();
    await using proxy = await startProxyPeer({ credentials: 'ada:new' });
    const registry = registryBy(other);
    const withCredentials = (proxyCredentials: string) =>
      registry.clientFor(
        wish(
          peer.port,
          { proxyUrl: proxy.url.origin },
          { source: provider('p').source, provider: 'p', proxyCredentials },
        ),
      );
    const before = withCredentials('ada:old');
    expect(await sent(before)).toContain('with 407');
    registry.commit();
    expect(withCredentials('ada:old')).toBe(before);
    const after = withCredentials('ada:new');
    registry.commit();
    expect(await sent(after)).toBe('ok');
    expect(other.asked).toEqual([]);
    registry.close();
  });
});

describe('a provider of an organization', () => {
  const organization = 'acme';

  it('is not reached by the proxy of the process, which knows more than the organization may reach', async () => {
    await using proxy = await startProxyPeer();
    const registry = registryBy(proxy);
    const tenants = wish(80, { organization, baseUrl: 'http://10.0.0.1:80' });
    expect(await sent(registry.clientFor(tenants))).toContain('ERR_FORBIDDEN_ADDRESS');
    expect(proxy.asked).toEqual([]);
    registry.close();
  });

  it('is reached by it where the settings say so, if its name stands where the organization may reach', async () => {
    await using proxy = await startProxyPeer();
    const registry = registryBy(proxy, true);
    const tenants = wish(80, { organization, baseUrl: 'http://localhost:80' });
    expect(await sent(registry.clientFor(tenants))).toContain('ERR_FORBIDDEN_ADDRESS');
    const open = wish(9, { organization, baseUrl: 'http://192.88.98.1:9' });
    expect(await sent(registry.clientFor(open))).not.toContain('ERR_FORBIDDEN_ADDRESS');
    expect(proxy.asked).toEqual(['POST http://192.88.98.1:9/chat/completions']);
    registry.close();
  });

  it('has no proxy of its own', async () => {
    await using proxy = await startProxyPeer();
    const registry = registryBy(proxy, true);
    const own = wish(80, { organization, proxyUrl: proxy.url.origin });
    const client = registry.clientFor(own);
    expect(client.unusable).toContain('no proxy of its own');
    expect(await sent(client)).toBe(client.unusable);
    expect(proxy.asked).toEqual([]);
  });
});

describe('a provider that no client can be made for', () => {
  it('is told once a change, and asked as soon as its settings are right', async () => {
    await using peer = await startPeer();
    const told: unknown[] = [];
    const registry = new ClientRegistry({
      egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
      ...{ clock: systemClock, random: () => 0 },
      onUnusable: (of) => told.push(of),
    });
    const take = (more: Partial<ClientWish['fragment']>) => {
      const client = registry.clientFor(
        wish(peer.port, { baseUrl: `http://127.0.0.1:${peer.port}`, ...more }),
      );
      registry.commit();
      return client;
    };
    const wrong = { headers: { 'x-note': 'a\nb' } };
    const first = take(wrong);
    expect(take(wrong)).toBe(first);
    expect(told).toEqual([{ provider: 'p', credential: 'default', why: first.unusable }]);
    expect(first.unusable).toContain('x-note');
    take({ baseUrl: 'nowhere' });
    expect(told).toHaveLength(2);
    const right = take({});
    expect(right.unusable).toBeUndefined();
    expect(await sent(right)).toBe('ok');
    registry.close();
  });
});

describe('a provider with certificates of its own', () => {
  const from = Date.now();
  const times = { fromMs: from, untilMs: from + 3_600_000 };

  it('is told a new one as soon as its Secret holds it, and the old one by nobody any more', async () => {
    const ca = await issueCa({ name: 'private', ...times });
    const identity = { name: 'models.test', hosts: ['127.0.0.1'], ...times };
    const [server, ...clients] = await Promise.all([
      issueServer(ca, identity),
      issueServer(ca, { ...identity, name: 'old', purpose: 'client' }),
      issueServer(ca, { ...identity, name: 'new', purpose: 'client' }),
    ]);
    const seen: unknown[] = [];
    await using peer = await startRawPeer(
      (socket) => {
        if (socket instanceof TLSSocket) seen.push(socket.getPeerCertificate().subject.CN);
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      },
      { certificate: { ...server, ca: ca.cert, requestCert: true } },
    );
    const registry = new ClientRegistry({
      egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
      clock: systemClock,
      random: () => 0,
    });
    const baseUrl = `https://127.0.0.1:${peer.port}`;
    for (const { cert: certificate, key } of clients) {
      const { source } = provider('p');
      const clientCertificate = { certificate, key };
      const secrets = { source, provider: 'p', ca: ca.cert, clientCertificate };
      const one = registry.clientFor(wish(peer.port, { baseUrl }, secrets));
      registry.commit();
      expect(await sent(one)).toBe('ok');
      expect(await sent(one)).toBe('ok');
    }
    expect(seen).toEqual(['old', 'old', 'new', 'new']);
    expect(peer.sockets).toHaveLength(2);
    const stranger = registry.clientFor(wish(peer.port, { id: 'q', baseUrl }));
    expect(await sent(stranger)).toContain('is not signed by a known authority');
    registry.close();
  });

  it('tells none of them to whoever gives out tokens', async () => {
    const [ca, privately] = await Promise.all([
      issueCa({ name: 'public', ...times }),
      issueCa({ name: 'private', ...times }),
    ]);
    const identity = { name: 'gateway', hosts: ['127.0.0.1'], ...times };
    const [server, { cert, key }] = await Promise.all([
      issueServer(ca, identity),
      issueServer(privately, { ...identity, purpose: 'client' }),
    ]);
    const seen: unknown[] = [];
    await using peer = await startRawPeer(
      (socket) => {
        if (socket instanceof TLSSocket) seen.push(socket.getPeerX509Certificate());
        socket.write('HTTP/1.1 401 No\r\ncontent-length: 2\r\n\r\n{}');
      },
      { certificate: { ...server, requestCert: true, rejectUnauthorized: false } },
    );
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const account = { type: 'service_account', client_email: 'a@b', private_key: privateKey };
    const apiKey = JSON.stringify({
      ...account,
      token_uri: `https://127.0.0.1:${peer.port}/token`,
    });
    const fragment = provider('p', {
      ...{ type: 'vertex', region: 'europe-west4', project: 'ours' },
      tlsServerName: 'models.test',
    });
    const clientCertificate = { certificate: cert, key };
    const { source } = fragment;
    const secrets = { source, provider: 'p', ca: privately.cert, clientCertificate };
    const registry = new ClientRegistry({
      egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
      clock: systemClock,
      random: () => 0,
    });
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, ca.cert]);
    try {
      const client = registry.clientFor({ fragment, credential: 'default', apiKey, secrets });
      expect(await sent(client)).toContain('refuses the service account a@b');
      expect(seen).toEqual([undefined]);
    } finally {
      setDefaultCACertificates(trusted);
      registry.close();
    }
  });
});
