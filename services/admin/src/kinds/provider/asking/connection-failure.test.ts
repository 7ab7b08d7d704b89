import { createServer, type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { addressGuard, LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { listen, type Listening } from '@aicp/common/http/listen';
import { issueCa, issueServer, type Issued } from '@aicp/common/tls/issue-certificate';
import { systemClock } from '@aicp/common/time/clock';
import { afterEach, describe, expect, it } from 'vitest';
import { testProvider } from '../test-provider.ts';

const DAY_MS = 86_400_000;
const now = Date.now();
const lifetime = { fromMs: now, untilMs: now + DAY_MS };

/** Every name is this machine, but for those that are not found. */
const guard = addressGuard(LOCAL_TOO, (hostname, _, callback) => {
  if (hostname.startsWith('nowhere')) {
    callback(
      Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }),
      [],
    );
  } else callback(null, [{ address: '127.0.0.1', family: 4 }]);
});

const SECRET = 'sk-very-secret';
const test = async (baseUrl: string) =>
  testProvider({
    spec: { type: 'openai_compatible', baseUrl },
    credential: SECRET,
    guard,
    clock: systemClock,
  });

describe('why there is no connection to a provider', () => {
  const servers: Listening[] = [];
  const trusted = getCACertificates('default');
  afterEach(async () => {
    setDefaultCACertificates(trusted);
    for (const server of servers.splice(0)) await server.close(0);
  });

  const serve = async (tls: Pick<Issued, 'cert' | 'key'> | undefined): Promise<number> => {
    const server = await listen((_, response) => response.end('{"data":[{"id":"a"}]}'), {
      host: '127.0.0.1',
      port: 0,
      ...(tls ? { tls } : {}),
    });
    servers.push(server);
    return server.port;
  };
  const serveFor = async (host: string, more: Partial<typeof lifetime> = {}, isTrusted = true) => {
    const ca = await issueCa({ name: 'a CA', ...lifetime, ...more });
    const issued = await issueServer(ca, { name: 'it', hosts: [host], ...lifetime, ...more });
    if (isTrusted) setDefaultCACertificates([...trusted, ca.cert]);
    return await serve({ cert: issued.cert, key: issued.key });
  };

  it('takes a certificate that is trusted and has the name', async () => {
    const port = await serveFor('models.example');
    expect(await test(`https://models.example:${port}/v1`)).toMatchObject({
      ok: true,
      reason: null,
    });
  });

  it('tells an authority that nobody trusts', async () => {
    const port = await serveFor('models.example', {}, false);
    const { reason, message } = await test(`https://models.example:${port}/v1`);
    expect(reason).toBe('tls_authority');
    expect(message).toContain('models.example');
  });

  it('tells a certificate for another name', async () => {
    const port = await serveFor('models.example');
    const { reason, message } = await test(`https://other.example:${port}/v1`);
    expect(reason).toBe('tls_name');
    expect(message).toContain('not for other.example');
  });

  it('tells a certificate that has expired, and one that is not valid yet', async () => {
    const past = { fromMs: now - 3 * DAY_MS, untilMs: now - DAY_MS };
    const old = await serveFor('models.example', past);
    expect(await test(`https://models.example:${old}/v1`)).toMatchObject({
      reason: 'tls_expired',
      message: expect.stringContaining('has expired') as string,
    });
    const future = { fromMs: now + 2 * DAY_MS, untilMs: now + 3 * DAY_MS };
    const early = await serveFor('models.example', future);
    expect(await test(`https://models.example:${early}/v1`)).toMatchObject({
      reason: 'tls_expired',
      message: expect.stringContaining('not valid yet') as string,
    });
  });

  it('tells a server without TLS from one whose TLS is wrong', async () => {
    const port = await serve(undefined);
    expect(await test(`https://models.example:${port}/v1`)).toMatchObject({ reason: 'tls' });
  });

  it('names a name that is not found', async () => {
    const { reason, message } = await test('https://nowhere.example/v1');
    expect(reason).toBe('dns');
    expect(message).toContain('nowhere.example is not found (ENOTFOUND)');
  });

  it('names the address and port where nobody listens', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const { reason, message } = await test(`http://models.example:${port}/v1`);
    expect(reason).toBe('refused');
    expect(message).toContain(`127.0.0.1, port ${port}`);
  });

  it('tells a connection that ends before there is an answer', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const verdict = await test(`http://models.example:${port}/v1`);
    await new Promise((resolve) => server.close(resolve));
    expect(verdict.reason).toBe('reset');
    expect(JSON.stringify(verdict)).not.toContain(SECRET);
  });

  it('tells an address that requests may not be sent to, and not where its name leads', async () => {
    expect(await test('http://169.254.169.254/latest')).toMatchObject({
      reason: 'forbidden_address',
    });
    const heard: string[] = [];
    const closed = addressGuard(
      PUBLIC_ONLY,
      (_hostname, _options, callback) => {
        callback(null, [{ address: '10.1.2.3', family: 4 }]);
      },
      (...of) => heard.push(...of),
    );
    const { reason, message } = await testProvider({
      spec: { type: 'openai_compatible', baseUrl: 'http://vault.internal:8200/v1' },
      ...{ credential: SECRET, guard: closed, clock: systemClock },
    });
    expect(reason).toBe('forbidden_address');
    expect(message).toMatch(/^vault\.internal is not an address that requests may be sent to: /);
    expect(message).not.toContain('10.1.2.3');
    expect(heard).toEqual(['vault.internal', '10.1.2.3']);
  });
});
