import { SECRETS } from '@aicp/common/kubernetes/objects';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AdminClient, Browser } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';
import { CLIENT_ID, CLIENT_SECRET, newKey, OpenIdProvider } from './openid-provider.ts';
import { putProgrammed } from './put-programmed.ts';

interface Granted {
  readonly access_token: string;
  readonly user: Readonly<Record<string, unknown>>;
}

describe('signing in at an organization’s OpenID provider', () => {
  let aicp: AdminInstallation;
  let provider: OpenIdProvider;
  const ada = { sub: 'ada-1', claims: { groups: ['platform'], email: 'ada@acme.example' } };

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    const back = (organization: string) => `${aicp.url}/auth/oidc/${organization}/callback`;
    provider = await OpenIdProvider.start(['acme', 'other', 'foreign'].map(back));
    await aicp.api.create(SECRETS, {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name: 'oidc', namespace: aicp.namespace },
      stringData: { secret: CLIENT_SECRET },
    });
    await aicp.put('Team', 'research', {
      displayName: 'Research',
      organizationId: 'acme',
      members: [{ userId: 'grace@acme.example', role: 'team_admin' }],
    });
    await aicp.put('Organization', 'other', { sso: sso({ roleMapping: [] }) });
    await aicp.put('Organization', 'foreign', {
      sso: sso({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') }),
    });
  });
  beforeEach(async () => {
    provider.account = ada;
    provider.shownKeys = undefined;
    await configure({});
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await aicp[Symbol.asyncDispose]();
  });

  const sso = (more: object) => ({
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecretRef: { name: 'oidc', key: 'secret' },
    roleMapping: [{ claim: 'groups', value: 'platform', role: 'org_admin' }],
    ...more,
  });
  /** Sets how people of Acme sign in; resolves when the service goes by it. */
  const configure = async (more: object, members: object[] = []) => {
    const spec = { displayName: 'Acme', members, sso: sso(more) };
    await putProgrammed(aicp, { kind: 'Organization', name: 'acme', spec });
  };
  const begin = (browser: Browser, query = '', organization = 'acme') =>
    browser.open(`${aicp.url}/auth/oidc/${organization}/login${query}`);
  /** As far as the way back, which is not taken yet. */
  const goThere = async (browser: Browser, organization = 'acme') =>
    browser.followUntil(await begin(browser, '', organization), aicp.url);
  const signIn = async (browser = new Browser()) => ({
    browser,
    answer: await browser.open(await goThere(browser)),
  });
  const refresh = async (browser: Browser) => {
    const answer = await browser.post(`${aicp.url}/auth/refresh`);
    return { status: answer.status, body: (await answer.json()) as Granted };
  };
  /** Somebody who is in. */
  const enter = async () => {
    const { browser } = await signIn();
    const { status, body } = await refresh(browser);
    expect(status).toBe(200);
    const client = new AdminClient(aicp.url);
    client.token = body.access_token;
    return { browser, client, user: body.user };
  };
  const isOut = async (client: AdminClient) => (await client.get('/auth/me')).status === 401;

  it('gives a session and the role that his groups are mapped to, in that organization alone', async () => {
    const { browser, client, user } = await enter();
    expect(user).toMatchObject({ user_id: 'ada-1', role: 'org_admin', organization_id: 'acme' });
    expect((await client.get('/auth/me')).body).toMatchObject({ email: 'ada@acme.example' });
    expect((await client.get('/api/v1/organizations/other')).status).toBe(404);
    expect((await client.get('/api/v1/settings')).status).toBe(403);
    expect(browser.cookie(aicp.url, 'aicp-sso')).toBeUndefined();
  });

  it('is noted as a login, in the audit log too', async () => {
    const { client } = await enter();
    await aicp.until(async () => {
      const { body } = await client.get<Record<string, unknown>[]>('/api/v1/users?q=ada-1');
      return typeof body[0]?.['last_login_at'] === 'string';
    });
    const path = '/api/v1/audit-logs?action=login&user_id=ada-1';
    await aicp.until(async () => {
      const { body } = await client.get<Record<string, unknown>[]>(path);
      return body[0]?.['organization_id'] === 'acme';
    });
  });

  it('asks the provider with PKCE, and comes back to the page that was asked for, if it is ours', async () => {
    const browser = new Browser();
    const answer = await begin(browser, '?return_to=%2Fdocs%3Fa%3Db');
    const asked = new URL(answer.headers.get('location') ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('scope')).toBe('openid email profile');
    const back = await browser.open(await browser.followUntil(answer, aicp.url));
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe('/docs?a=b');
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', 'docs']) {
      const query = `?return_to=${encodeURIComponent(path)}`;
      expect((await begin(new Browser(), query)).status, path).toBe(422);
    }
  });

  it('is refused in a browser that did not begin it, and with a state that is not its own', async () => {
    const back = await goThere(new Browser());
    expect((await new Browser().open(back)).status).toBe(401);
    const browser = new Browser();
    const changed = await goThere(browser);
    changed.searchParams.set('state', 'another');
    expect((await browser.open(changed)).status).toBe(401);
  });

  it('takes each code once', async () => {
    const browser = new Browser();
    const first = await begin(browser);
    const attempt = browser.cookie(aicp.url, 'aicp-sso') ?? '';
    const back = await browser.followUntil(first, aicp.url);
    expect((await browser.open(back)).status).toBe(303);
    browser.setCookie(aicp.url, 'aicp-sso', attempt);
    expect((await browser.open(back)).status).toBe(401);
  });

  it('is refused with a token of another nonce, another issuer or an unknown key', async () => {
    const browser = new Browser();
    const there = new URL((await begin(browser)).headers.get('location') ?? '');
    there.searchParams.set('nonce', 'another');
    const back = await browser.followUntil(await browser.open(there), aicp.url);
    expect((await browser.open(back)).status).toBe(401);
    const mixed = await goThere(browser);
    expect(mixed.searchParams.get('iss')).toBe(provider.issuer);
    mixed.searchParams.set('iss', 'https://evil.example');
    expect((await browser.open(mixed)).status).toBe(401);
    const { kty = '', n = '', e = '', kid = '' } = await newKey();
    provider.shownKeys = [{ kty, n, e, kid }];
    expect((await signIn()).answer.status).toBe(401);
    expect((await begin(new Browser(), '', 'foreign')).status).toBe(503);
  });

  it('goes on when the provider changes its keys', async () => {
    await enter();
    await provider.rotateKeys();
    await enter();
  });

  it('is not possible at an organization that does not exist, has none, or has switched it off', async () => {
    const unknown = await begin(new Browser(), '', 'nowhere');
    expect(unknown.status).toBe(404);
    const browser = new Browser();
    const back = await goThere(browser);
    await configure({ enabled: false });
    expect((await browser.open(back)).status).toBe(404);
    expect((await begin(browser)).status).toBe(404);
  });

  it('tells nobody at a browser which organizations there are', async () => {
    await configure({ enabled: false });
    await aicp.put('Organization', 'plain', { displayName: 'Plain' });
    const told = new Set<string>();
    for (const organization of ['acme', 'plain', 'nowhere']) {
      for (const headers of [{ accept: 'text/html,*/*;q=0.8' }, { accept: '*/*' }]) {
        const url = `${aicp.url}/auth/oidc/${organization}/login?return_to=%2Fteams%3Fa%3Db`;
        const answer = await fetch(url, { headers, redirect: 'manual' });
        const { instance, ...body } = JSON.parse((await answer.text()) || '{}') as object & {
          instance?: string;
        };
        const shown = [...answer.headers].filter(
          ([name]) => !['date', 'x-request-id'].includes(name),
        );
        told.add(JSON.stringify([answer.status, body, shown, instance === undefined]));
      }
    }
    expect([...told].map((one) => (JSON.parse(one) as [number])[0])).toEqual([303, 404]);
    expect([...told][0]).toContain('"/login?error=sso&return_to=%2Fteams%3Fa%3Db"');
  });

  it('brings a browser that failed back to the console, with the page that was asked for', async () => {
    const html = { accept: 'text/html' };
    const login = (browser: Browser) => begin(browser, '?return_to=%2Fteams%3Fa%3Db');
    const failed = async (browser: Browser, back: URL) => {
      const cookie = `aicp-sso=${browser.cookie(aicp.url, 'aicp-sso') ?? ''}`;
      const answer = await fetch(back, { headers: { ...html, cookie }, redirect: 'manual' });
      expect(answer.status).toBe(303);
      expect(answer.headers.getSetCookie()).toEqual([]);
      return answer.headers.get('location');
    };
    const browser = new Browser();
    provider.account = { sub: 'eve', claims: { groups: ['guests'] } };
    const back = await browser.followUntil(await login(browser), aicp.url);
    expect(await failed(new Browser(), back)).toBe('/login?error=begin_again');
    const path = '&return_to=%2Fteams%3Fa%3Db';
    expect(await failed(browser, back)).toBe(`/login?error=no_role${path}`);
    const cancelled = await browser.followUntil(await login(browser), aicp.url);
    cancelled.search = '?error=access_denied';
    expect(await failed(browser, cancelled)).toBe(`/login?error=refused${path}`);
    await configure({ enabled: false });
    expect(await failed(browser, back)).toBe('/login?error=sso');
    const there = `${aicp.url}/auth/oidc/foreign/login`;
    const away = await fetch(there, { headers: html, redirect: 'manual' });
    expect(away.headers.get('location')).toBe('/login?error=unavailable');
  });

  it('gives nothing to somebody without a role, and tells him so', async () => {
    provider.account = { sub: 'eve', claims: { groups: ['guests'], email: 'ada@acme.example' } };
    const { answer, browser } = await signIn();
    expect(answer.status).toBe(403);
    expect(browser.cookie(aicp.url, 'aicp-session')).toBeUndefined();
  });

  it('knows a member by his address only where the provider vouches for it', async () => {
    const claims = { email: 'grace@acme.example' };
    provider.account = { sub: 'grace-1', claims };
    expect((await signIn()).answer.status).toBe(403);
    provider.account = { sub: 'grace-1', claims: { ...claims, email_verified: true } };
    const { user } = await enter();
    expect(user).toMatchObject({ role: 'team_admin', team_ids: ['research'] });
  });

  it('does not open one organization with what another one’s provider said', async () => {
    const browser = new Browser();
    const back = await goThere(browser);
    back.pathname = back.pathname.replace('acme', 'other');
    expect((await browser.open(back)).status).toBe(401);
    expect((await browser.open(await goThere(browser, 'other'))).status).toBe(403);
  });

  it('ends at once when the organization switches it off, takes another provider, or ends his role', async () => {
    const changes = [{ enabled: false }, { clientId: 'another' }, { roleMapping: [] }];
    for (const change of changes) {
      const { browser, client } = await enter();
      await configure(change);
      expect(await isOut(client), JSON.stringify(change)).toBe(true);
      expect((await refresh(browser)).status).toBe(401);
      await configure({});
      expect((await refresh(browser)).status, 'a session does not come back').toBe(401);
    }
  });

  it('goes on with a new role after another token, and ends with a membership', async () => {
    const member = { userId: 'ada-1', role: 'member' };
    await configure({ roleMapping: [] }, [member]);
    const { browser, client, user } = await enter();
    expect(user).toMatchObject({ role: 'member' });
    await configure({ roleMapping: [] }, [{ ...member, role: 'viewer' }]);
    expect(await isOut(client)).toBe(true);
    const { body } = await refresh(browser);
    expect(body.user).toMatchObject({ role: 'viewer' });
    client.token = body.access_token;
    expect(await isOut(client)).toBe(false);
    await configure({ roleMapping: [] });
    expect(await isOut(client)).toBe(true);
  });

  it('never shows a secret, and complains of nothing', async () => {
    await enter();
    expect(JSON.stringify(aicp.entries)).not.toContain(CLIENT_SECRET);
    expect(aicp.complaints).toEqual([]);
  });
});
