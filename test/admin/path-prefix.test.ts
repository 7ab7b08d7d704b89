import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import { AdminClient, Browser } from './clients.ts';
import { CLIENT_ID, CLIENT_SECRET, OpenIdProvider } from './openid-provider.ts';
import { putProgrammed } from './put-programmed.ts';

const PREFIX = '/aicp';
const HTML = { accept: 'text/html' };

/** A reverse proxy that serves the admin service below a path, and nothing else. */
async function proxyTo(port: () => number, takesOff: boolean): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (url !== PREFIX && !url.startsWith(`${PREFIX}/`)) {
      outgoing.writeHead(418).end();
      return;
    }
    const path = takesOff ? url.slice(PREFIX.length) || '/' : url;
    const onward = request({ host: '127.0.0.1', port: port(), path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

describe.each([
  ['takes the path off', true],
  ['leaves the path', false],
])('below a path, where the proxy %s', (_name, takesOff) => {
  let aicp: AdminInstallation;
  let proxy: Server;
  let directory: string;
  let provider: OpenIdProvider;
  let url = '';

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'aicp-console-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<base href="__BASE_HREF__">');
    await writeFile(join(directory, 'assets/a.js'), 'script');
    proxy = await proxyTo(() => aicp.admin.port, takesOff);
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`;
    aicp = await AdminInstallation.start({
      config: { publicUrl: url, consoleDirectory: directory },
    });
    provider = await OpenIdProvider.start([`${url}/auth/oidc/acme/callback`]);
    provider.account = { sub: 'ada-1', claims: { groups: ['platform'] } };
    await aicp.api.create(SECRETS, {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name: 'oidc', namespace: aicp.namespace },
      stringData: { secret: CLIENT_SECRET },
    });
    const sso = {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecretRef: { name: 'oidc', key: 'secret' },
      roleMapping: [{ claim: 'groups', value: 'platform', role: 'org_admin' }],
    };
    await putProgrammed(aicp, { kind: 'Organization', name: 'acme', spec: { sso } });
  });
  afterAll(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await provider[Symbol.asyncDispose]();
    await aicp[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  it('the console and its files are there', async () => {
    for (const path of ['', '/', '/teams/research']) {
      const answer = await fetch(`${url}${path}`, { headers: HTML });
      expect(answer.status, path).toBe(200);
      expect(await answer.text()).toBe(`<base href="${PREFIX}/">`);
    }
    expect(await (await fetch(`${url}/assets/a.js`)).text()).toBe('script');
    expect((await fetch(`${url}/api/v1/nothing`, { headers: HTML })).status).toBe(404);
  });

  it('the documentation loads what is there', async () => {
    const page = await (await fetch(`${url}/docs`)).text();
    const paths = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path);
    const start = await (await fetch(`${url}/docs/start.js`)).text();
    paths.push(/url: "([^"]+)"/.exec(start)?.[1] ?? 'no url');
    for (const path of paths) expect((await fetch(new URL(path, url))).status, path).toBe(200);
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: unknown };
    expect(document.servers).toEqual([{ url }]);
  });

  it('what is created says where it is, and a page of a list where the next one is', async () => {
    const client = new AdminClient(url);
    await aicp.until(async () => (await client.login(aicp.bootstrapKey)) === 200);
    for (const name of ['one', 'two']) {
      const created = await client.post('/api/v1/teams', { name, organization_id: 'acme' });
      expect(created.status, JSON.stringify(created.body)).toBe(201);
      const location = created.headers.get('location') ?? '';
      expect(location).toBe(`${PREFIX}/api/v1/teams/${name}`);
    }
    const list = await client.get('/api/v1/teams?limit=1');
    const [, next = ''] = /^<([^>]+)>/.exec(list.headers.get('link') ?? '') ?? [];
    const headers = { authorization: `Bearer ${client.token ?? ''}` };
    expect((await fetch(new URL(next, url), { headers })).status, next).toBe(200);
  });

  it('a session goes to that path alone', async () => {
    const browser = new Browser();
    const answer = await browser.post(`${url}/auth/session`, {
      body: { api_key: aicp.bootstrapKey },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toContain(`; Path=${PREFIX};`);
    expect((await browser.post(`${url}/auth/refresh`)).status).toBe(200);
  });

  it('somebody who signs in at a provider comes back to the page, with a session that goes on', async () => {
    for (const to of ['/teams/research?tab=keys', `${PREFIX}/teams/research?tab=keys`]) {
      const browser = new Browser();
      const login = `${url}/auth/oidc/acme/login?return_to=${encodeURIComponent(to)}`;
      const begun = await browser.open(login);
      expect(begun.headers.get('set-cookie')).toContain(`; Path=${PREFIX};`);
      const back = await browser.open(await browser.followUntil(begun, url));
      expect(back.headers.get('location')).toBe(`${PREFIX}/teams/research?tab=keys`);
      expect((await browser.post(`${url}/auth/refresh`)).status).toBe(200);
    }
    for (const to of ['/teams', `${PREFIX}/teams`]) {
      const login = `${url}/auth/oidc/nowhere/login?return_to=${encodeURIComponent(to)}`;
      const nobody = await fetch(login, { headers: HTML, redirect: 'manual' });
      const location = nobody.headers.get('location');
      expect(location).toBe(`${PREFIX}/login?error=sso&return_to=%2Fteams`);
    }
  });
});
