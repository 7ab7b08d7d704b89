import type { Clock } from '@aicp/common/time/clock';
import { MOST_SESSIONS } from '@aicp/api-kit/sessions/session-store';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient, Browser } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';

const COOKIE = 'aicp-session';

describe('a session of a browser', () => {
  let aicp: AdminInstallation;
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  beforeAll(async () => {
    aicp = await AdminInstallation.start({ clock });
    await aicp.put('Organization', 'acme', { displayName: 'Acme' });
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const open = (browser: Browser, from = aicp.url, key = aicp.bootstrapKey) =>
    browser.post(`${aicp.url}/auth/session`, { from, body: { api_key: key } });
  const refresh = (browser: Browser, from = aicp.url) =>
    browser.post(`${aicp.url}/auth/refresh`, { from });
  const clientOf = async (answer: Response) => {
    expect(answer.status).toBe(200);
    const client = new AdminClient(aicp.url);
    client.token = ((await answer.json()) as { access_token: string }).access_token;
    return client;
  };
  const isOut = async (client: AdminClient) => (await client.get('/auth/me')).status === 401;

  it('begins with a key, in a cookie that no script and no other site has', async () => {
    const browser = new Browser();
    const answer = await open(browser);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^aicp-session=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await isOut(await clientOf(answer))).toBe(false);
  });

  it('is bound to this very host where browsers come over TLS', async () => {
    await using secure = await AdminInstallation.start({
      config: { publicUrl: 'https://aicp.example' },
    });
    const answer = await new Browser().post(`${secure.url}/auth/session`, {
      from: 'https://aicp.example',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: { api_key: secure.bootstrapKey },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-aicp-session=.+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('is only for pages of this service', async () => {
    const browser = new Browser();
    await open(browser);
    for (const from of ['https://evil.example', 'null', aicp.url.replace('127.0.0.1', 'localhost')])
      expect((await refresh(browser, from)).status, from).toBe(403);
    expect((await open(browser, 'https://evil.example')).status).toBe(403);
    const sibling = { 'sec-fetch-site': 'same-site' };
    const url = `${aicp.url}/auth/refresh`;
    expect((await browser.post(url, { headers: sibling })).status).toBe(403);
    const silent = { cookie: `${COOKIE}=${browser.cookie(aicp.url, COOKIE) ?? ''}` };
    expect((await fetch(url, { method: 'POST', headers: silent })).status).toBe(403);
    expect((await refresh(browser)).status).toBe(200);
  });

  it('opens nothing but itself: the API takes tokens alone', async () => {
    const browser = new Browser();
    await open(browser);
    expect((await browser.open(`${aicp.url}/auth/me`)).status).toBe(401);
  });

  it('gives another refresh token with each access token', async () => {
    const browser = new Browser();
    await open(browser);
    const first = browser.cookie(aicp.url, COOKIE);
    await clientOf(await refresh(browser));
    expect(browser.cookie(aicp.url, COOKIE)).not.toBe(first);
    await clientOf(await refresh(browser));
  });

  it('ends for both when a used refresh token is shown again, and lives with two tabs at once', async () => {
    const browser = new Browser();
    await open(browser);
    const used = browser.cookie(aicp.url, COOKIE) ?? '';
    const client = await clientOf(await refresh(browser));
    const thief = new Browser();
    thief.setCookie(aicp.url, COOKIE, used);
    expect((await refresh(thief)).status).toBe(200);
    expect(thief.cookie(aicp.url, COOKIE)).toBe(browser.cookie(aicp.url, COOKIE));
    expect((await refresh(thief)).status).toBe(200);
    aheadMs += 31_000;
    expect((await refresh(browser)).status).toBe(401);
    expect(await isOut(client)).toBe(true);
    expect((await refresh(thief)).status).toBe(401);
    const admin = await aicp.signIn();
    await aicp.until(async () => {
      const { body } = await admin.get('/api/v1/audit-logs?action=denied&resource_type=session');
      return JSON.stringify(body).includes('refresh_token_reused');
    });
  });

  it('ends at once for who shows a token that was used up before the last one', async () => {
    const browser = new Browser();
    await open(browser);
    const used = browser.cookie(aicp.url, COOKIE) ?? '';
    await refresh(browser);
    await refresh(browser);
    browser.setCookie(aicp.url, COOKIE, used);
    expect((await refresh(browser)).status).toBe(401);
  });

  it('gives the same next token to many who ask at the same time', async () => {
    const browser = new Browser();
    await open(browser);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(browser)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const cookies = answers.map(
      ({ headers }) => /^[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0],
    );
    expect(new Set(cookies).size).toBe(1);
    aheadMs += 31_000;
    expect((await refresh(browser)).status).toBe(200);
  });

  it('goes on where a page was left before the answer to its refresh came', async () => {
    const browser = new Browser();
    await open(browser);
    const before = browser.cookie(aicp.url, COOKIE) ?? '';
    await refresh(browser);
    browser.setCookie(aicp.url, COOKIE, before);
    expect((await refresh(browser)).status).toBe(200);
    for (const _ of [1, 2]) {
      aheadMs += 60_000;
      expect((await refresh(browser)).status).toBe(200);
    }
  });

  it('ends with a logout, every access token of it too', async () => {
    const browser = new Browser();
    const early = await clientOf(await open(browser));
    const late = await clientOf(await refresh(browser));
    const answer = await late.post('/auth/logout');
    expect(answer.headers.get('set-cookie')).toMatch(/^aicp-session=;.*Max-Age=0/);
    expect([await isOut(early), await isOut(late)]).toEqual([true, true]);
    expect((await refresh(browser)).status).toBe(401);
  });

  it('ends with its key', async () => {
    const { key, name } = await aicp.somebody('member', { organizationId: 'acme' });
    const browser = new Browser();
    const client = await clientOf(await open(browser, aicp.url, key));
    await aicp.remove('APIKey', name);
    await aicp.until(() => isOut(client));
    expect((await refresh(browser)).status).toBe(401);
  });

  it('ends after twelve hours, however busy, and outlives a restart until then', async () => {
    const browser = new Browser();
    await open(browser);
    aheadMs += 11 * 3_600_000;
    expect((await refresh(browser)).status).toBe(200);
    aheadMs += 3_600_000;
    expect((await refresh(browser)).status).toBe(401);
  });

  it('does not end for somebody who knows its id alone', async () => {
    const browser = new Browser();
    const client = await clientOf(await open(browser));
    const [id = ''] = (browser.cookie(aicp.url, COOKIE) ?? '').split('.');
    const stranger = new Browser();
    const secret = 'A'.repeat(43);
    stranger.setCookie(aicp.url, COOKIE, `${id}.${secret}.${secret}`);
    expect((await refresh(stranger)).status).toBe(401);
    expect(await isOut(client)).toBe(false);
    expect((await refresh(browser)).status).toBe(200);
  });

  it('ends when the same key begins so many that there is no room for it', async () => {
    const { key } = await aicp.somebody('member', { organizationId: 'acme' });
    const oldest = new Browser();
    const client = await clientOf(await open(oldest, aicp.url, key));
    const others = Array.from({ length: MOST_SESSIONS }, () => new Browser());
    for (const browser of others) {
      aheadMs += 1;
      expect((await open(browser, aicp.url, key)).status).toBe(200);
    }
    expect((await refresh(oldest)).status).toBe(401);
    expect(await isOut(client)).toBe(true);
    for (const browser of others) expect((await refresh(browser)).status).toBe(200);
  });

  interface OwnSession {
    readonly id: string;
    readonly opened_at: string;
    readonly user_agent: string | null;
    readonly address: string | null;
    readonly is_current: boolean;
  }
  const sessionsOf = async (client: AdminClient) =>
    (await client.get<readonly OwnSession[]>('/auth/sessions')).body;

  it('is listed with where it was begun, and can be ended from another browser', async () => {
    const { key } = await aicp.somebody('viewer', { organizationId: 'acme' });
    const [here, lost] = [new Browser(), new Browser()];
    const elsewhere = await clientOf(await open(lost, aicp.url, key));
    aheadMs += 1000;
    const client = await clientOf(await open(here, aicp.url, key));
    const listed = await sessionsOf(client);
    expect(listed.map(({ is_current }) => is_current)).toEqual([true, false]);
    expect(listed.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(listed.every(({ user_agent }) => user_agent !== null)).toBe(true);
    const other = listed.find(({ is_current }) => !is_current);
    const answer = await client.delete(`/auth/sessions/${other?.id ?? ''}`);
    expect(answer.status).toBe(204);
    expect(await isOut(elsewhere)).toBe(true);
    expect((await refresh(lost)).status).toBe(401);
    expect((await sessionsOf(client)).map(({ is_current }) => is_current)).toEqual([true]);
    expect((await client.delete(`/auth/sessions/${other?.id ?? ''}`)).status).toBe(404);
  });

  it('is neither shown to others nor ended by them', async () => {
    const { key } = await aicp.somebody('viewer', { organizationId: 'acme' });
    const browser = new Browser();
    const client = await clientOf(await open(browser, aicp.url, key));
    const [{ id } = { id: '' }] = await sessionsOf(client);
    const admin = await aicp.signIn();
    expect((await sessionsOf(admin)).map((one) => one.id)).not.toContain(id);
    expect((await admin.delete(`/auth/sessions/${id}`)).status).toBe(404);
    expect((await refresh(browser)).status).toBe(200);
  });

  it('is nothing that can be guessed or made up', async () => {
    const secret = 'A'.repeat(43);
    for (const value of ['', 'x', `${'0'.repeat(36)}.${secret}.${secret}`]) {
      const browser = new Browser();
      browser.setCookie(aicp.url, COOKIE, value);
      expect((await refresh(browser)).status).toBe(401);
    }
  });
});
