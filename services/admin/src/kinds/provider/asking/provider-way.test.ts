import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, TLSSocket, type TlsOptions } from 'node:tls';
import { addressGuard, LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { issueCa, issueServer } from '@aicp/common/tls/issue-certificate';
import { systemClock } from '@aicp/common/time/clock';
import { afterEach, describe, expect, it } from 'vitest';
import { testProvider } from '../test-provider.ts';
import type { ProviderWay } from './provider-way.ts';

const now = Date.now();
const times = { fromMs: now, untilMs: now + 3_600_000 };
const ca = await issueCa({ name: 'private', ...times });
const issued = await issueServer(ca, { name: 'models', hosts: ['models.internal'], ...times });
const client = await issueServer(ca, {
  name: 'gateway',
  hosts: ['gateway'],
  purpose: 'client',
  ...times,
});

/** Its names are this machine, as far as anybody looks them up here. */
const guard = addressGuard(LOCAL_TOO, (_hostname, _options, callback) => {
  callback(null, [{ address: '127.0.0.1', family: 4 }]);
});
const nowhere = addressGuard(LOCAL_TOO, (hostname, _options, callback) => {
  callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), []);
});

const servers: Server[] = [];
const sockets = new Set<Socket>();

async function listening(server: Server): Promise<number> {
  servers.push(server.on('connection', (socket: Socket) => sockets.add(socket)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

const LIST = '{"data":[{"id":"a"}]}';

/** A provider with a certificate of a private authority that asks for ours; it says who asked. */
async function startProvider(asksForCertificate = false) {
  const clients: unknown[] = [];
  const { cert, key } = issued;
  const tls = { cert, key, ca: ca.cert, requestCert: asksForCertificate };
  const server = createTlsServer(tls, (incoming, response) => {
    clients.push(
      incoming.socket instanceof TLSSocket && incoming.socket.getPeerCertificate().subject.CN,
    );
    response.end(LIST);
  });
  return { clients, port: await listening(server) };
}

interface ProxyOf {
  /** Speaks TLS itself. */
  readonly certificate?: TlsOptions;
  /** How it says that a tunnel is open. */
  readonly opens?: string;
}

/** A forward proxy that knows all names as this machine, and asks for a name and a password. */
async function startProxy({ certificate, opens = '200 Connection Established' }: ProxyOf = {}) {
  const asked: string[] = [];
  const isAllowed = (headers: { readonly 'proxy-authorization'?: string | undefined }) =>
    headers['proxy-authorization'] === `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;
  const server = certificate ? createTlsServer(certificate) : createServer();
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers.host}`);
    if (!isAllowed(incoming.headers)) {
      response.writeHead(407).end();
      return;
    }
    const { port, pathname: path } = new URL(incoming.url ?? '');
    request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    }).end();
  });
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${url}`);
    if (!isAllowed(headers)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const upstream = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write(`HTTP/1.1 ${opens}\r\n\r\n`);
      socket.pipe(upstream).pipe(socket);
    });
    sockets.add(upstream.on('error', () => socket.destroy()));
  });
  const port = await listening(server);
  const scheme = certificate ? 'https' : 'http';
  return { asked, port, url: new URL(`${scheme}://proxy.internal:${port}`) };
}

const test = (baseUrl: string, way: ProviderWay, of = guard) =>
  testProvider({
    spec: { type: 'openai_compatible', baseUrl },
    ...{ credential: 'sk-1', guard: of, clock: systemClock, way },
  });

describe('a provider is asked as gateways ask it', () => {
  it('by its own authority, for the name that is said, and with its client certificate', async () => {
    const { clients, port } = await startProvider(true);
    const base = `https://127.0.0.1:${port}/v1`;
    expect(await test(base, {})).toMatchObject({ ok: false, reason: 'tls_authority' });
    const tls = { ca: ca.cert, cert: client.cert, key: client.key, servername: 'models.internal' };
    expect(await test(base, { tls })).toMatchObject({ ok: true });
    expect(clients).toEqual(['gateway']);
    const other = { ...tls, servername: 'other.internal' };
    expect(await test(base, { tls: other })).toMatchObject({ ok: false, reason: 'tls_name' });
  });

  it('through a tunnel of its proxy, which alone knows its name', async () => {
    const { clients, port } = await startProvider(true);
    const { asked, url } = await startProxy();
    const proxy = { url, credentials: 'ada:s3cret', guard };
    const tls = { ca: ca.cert, cert: client.cert, key: client.key };
    const base = `https://models.internal:${port}/v1`;
    expect(await test(base, { tls, proxy }, nowhere)).toMatchObject({ ok: true, models: 1 });
    expect(asked).toEqual([`CONNECT models.internal:${port}`]);
    expect(clients).toEqual(['gateway']);
    expect(await test(base, { proxy }, nowhere)).toMatchObject({ reason: 'tls_authority' });
  });

  it('through a tunnel that is open by any status of success', async () => {
    const { port } = await startProvider(true);
    const { url } = await startProxy({ opens: '204 Open' });
    const tls = { ca: ca.cert, cert: client.cert, key: client.key };
    const way = { tls, proxy: { url, credentials: 'ada:s3cret', guard } };
    expect(await test(`https://models.internal:${port}`, way)).toMatchObject({ ok: true });
  });

  it('through a proxy that speaks TLS, which is called by its own name', async () => {
    const names: unknown[] = [];
    const own = await issueServer(ca, { name: 'proxy', hosts: ['proxy.internal'], ...times });
    const SNICallback = (name: string, found: (error: null) => void) => {
      names.push(name);
      found(null);
    };
    const { asked, url } = await startProxy({ certificate: { ...own, SNICallback } });
    const tls = { ca: ca.cert, cert: client.cert, key: client.key };
    const way = { tls, proxy: { url, credentials: 'ada:s3cret', guard } };
    const { port } = await startProvider(true);
    const plain = await listening(createServer((_, response) => response.end(LIST)));
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, ca.cert]);
    try {
      expect(await test(`https://models.internal:${port}`, way)).toMatchObject({ ok: true });
      expect(await test(`http://models.internal:${plain}`, way)).toMatchObject({ ok: true });
      expect(asked).toHaveLength(2);
      expect(names).toEqual(['proxy.internal', 'proxy.internal']);
      const byAddress = new URL(`https://127.0.0.1:${url.port}`);
      const wrong = { ...way, proxy: { ...way.proxy, url: byAddress } };
      expect(await test(`https://models.internal:${port}`, wrong)).toMatchObject({
        reason: 'proxy',
      });
    } finally {
      setDefaultCACertificates(trusted);
    }
  });

  it('with its whole address at the proxy where it speaks no TLS', async () => {
    const port = await listening(createServer((_, response) => response.end(LIST)));
    const { asked, url } = await startProxy();
    const proxy = { url, credentials: 'ada:s3cret', guard };
    const base = `http://models.internal:${port}`;
    expect(await test(`${base}/v1`, { proxy }, nowhere)).toMatchObject({ ok: true });
    expect(asked).toEqual([`GET ${base}/v1/models models.internal:${port}`]);
    const wrong = { proxy: { url, credentials: 'ada:wrong', guard } };
    expect(await test(`${base}/v1`, wrong, nowhere)).toMatchObject({ reason: 'proxy' });
  });

  it.each([
    ['asks for another password', 'ada:wrong', 'answers 407'],
    ['is not there', undefined, 'cannot be asked (ECONNREFUSED)'],
  ])('and is told that its proxy %s', async (_, credentials, words) => {
    const { url } = await startProxy();
    if (credentials === undefined) url.port = '1';
    const { reason, message } = await test('https://models.internal/v1', {
      proxy: { url, credentials, guard },
    });
    expect(reason).toBe('proxy');
    expect(message).toContain(words);
    expect(message).toContain('proxy.internal');
    expect(message).not.toContain('wrong');
  });

  it('at no address and by no proxy that requests may not be sent to', async () => {
    const { asked, url } = await startProxy();
    const closed = addressGuard(PUBLIC_ONLY, (_hostname, _options, callback) => {
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    });
    const by = { proxy: { url, credentials: 'ada:s3cret', guard } };
    expect(await test('http://127.0.0.1:9/v1', by, closed)).toMatchObject({
      reason: 'forbidden_address',
    });
    const forbidden = { proxy: { url, credentials: 'ada:s3cret', guard: closed } };
    expect(await test('https://models.internal/v1', forbidden)).toMatchObject({ ok: false });
    expect(await test('http://models.internal/v1', forbidden)).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
  });
});
