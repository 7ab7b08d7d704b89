import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  fleetStandings,
  gatewayCounts,
  type LimitCounts,
} from '@aicp/admin/kinds/rate-limit-policy/gateway-counts';
import type { Demand } from '@aicp/contracts/limits/demands';
import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { systemClock } from '@aicp/common/time/clock';
import { key, rateLimit } from '@aicp/gateway/testing/fragments';
import { chatHead } from '@aicp/gateway/testing/raw-peer';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { untilEnoughOfMinute } from '@aicp/gateway/testing/until-enough-of-minute';
import { waitFor } from '@aicp/gateway/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

const CHECK = '/api/v1/rate-limits/check';

/** A count of requests or tokens in this minute. */
const demand = (counter: string, amount: number): Demand => ({
  counter,
  window: { kind: 'minute' },
  limit: 1_000_000,
  amount,
  isHeld: false,
});

/** So much of a minute has to be left for what is counted in it. */
const ENOUGH_MS = 10_000;

describe('a check of the limits', () => {
  const counters = new MemoryCounters(systemClock);
  /** As those of a gateway elsewhere: some milliseconds are over before it looks. */
  const distant: LimitCounts = {
    peek: async (demands) => {
      const asked = systemClock.now();
      await waitFor(() => systemClock.now() > asked + 2);
      return await counters.peek(demands);
    },
  };
  let aicp: AdminInstallation;
  let root: AdminClient;

  beforeAll(async () => {
    aicp = await AdminInstallation.start({ counts: distant });
    root = await aicp.signIn();
    for (const name of ['acme', 'rival']) await aicp.put('Organization', name, {});
    await aicp.put('Provider', 'sim', { type: 'simulated' });
    await aicp.put('Model', 'small', { modelId: 'small', provider: 'sim' });
    await aicp.put('Team', 'ml', { organizationId: 'acme', tpmLimit: 1000 });
    await aicp.put('RateLimitPolicy', 'teams', { scope: 'team', rpmLimit: 3 });
    await aicp.put('RateLimitPolicy', 'models', { scope: 'model', rpmLimit: 2 });
    const asked = { scope: 'team', scope_value: 'ml', model: 'small' };
    await aicp.until(async () => (await root.post(CHECK, asked)).body['policy'] === 'models');
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('says what the tightest limit leaves, and takes nothing of it', async () => {
    for (const _ of [1, 2, 3]) {
      const { status, body } = await root.post(CHECK, { scope: 'team', scope_value: 'ml' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ allowed: true, policy: 'teams', remaining: 3 });
      expect(body['retry_after_seconds']).toBeNull();
    }
  });

  it('never names an end of the limit that is before it', async () => {
    const minuteOf = (ms: number): number => Math.floor(ms / 60_000);
    const asked = systemClock.now();
    const { body } = await root.post(CHECK, { scope: 'team', scope_value: 'ml' });
    expect(minuteOf(Date.parse(String(body['reset_at'])))).toBeGreaterThan(minuteOf(asked));
  });

  it('says which limit refuses, and until when', async () => {
    await untilEnoughOfMinute(ENOUGH_MS);
    counters.load([demand('team/acme/ml:tokens', 900)]);
    const asked = { scope: 'team', scope_value: 'ml', estimated_tokens: 200 };
    const { body } = await root.post(CHECK, asked);
    expect(body).toMatchObject({
      allowed: false,
      policy: null,
      limit: 'The team "ml" allows 1000 tokens a minute.',
      remaining: 100,
    });
    expect(body['retry_after_seconds']).toBeLessThanOrEqual(60);
    expect(Date.parse(String(body['reset_at']))).toBeGreaterThan(Date.now() - 1);
    const never = await root.post(CHECK, { ...asked, estimated_tokens: 2000 });
    expect(never.body).toMatchObject({ allowed: false, retry_after_seconds: null });
  });

  it('reads the count of a user’s keys, and of a user without keys the one of requests that claim it', async () => {
    await aicp.put('RateLimitPolicy', 'users', { scope: 'user', rpmLimit: 4 });
    await aicp.somebody('member', { organizationId: 'acme', userId: 'carol' });
    const left = async (user: string) =>
      (await root.post(CHECK, { scope: 'user', scope_value: user })).body['remaining'];
    await aicp.until(async () => (await left('carol')) === 4);
    await untilEnoughOfMinute(ENOUGH_MS);
    counters.load([
      demand('user/acme/carol:requests', 1),
      demand('claimed/acme/as:carol:requests', 4),
      demand('claimed//as:dave:requests', 2),
    ]);
    expect([await left('carol'), await left('dave')]).toEqual([3, 2]);
  });

  it('is for what the caller may see', async () => {
    const { client } = await aicp.somebody('org_admin', { organizationId: 'rival' });
    const status = async (body: object) => (await client.post(CHECK, body)).status;
    expect(await status({ scope: 'team', scope_value: 'ml' })).toBe(404);
    expect(await status({ scope: 'organization', scope_value: 'acme' })).toBe(404);
    expect(await status({ scope: 'key', scope_value: 'bootstrap-admin' })).toBe(404);
    expect(await status({ scope: 'organization', scope_value: 'rival' })).toBe(200);
    expect(await status({ scope: 'model', scope_value: 'small' })).toBe(200);
    expect(await status({ scope: 'global' })).toBe(200);
    expect(await status({ scope: 'team' })).toBe(422);
  });

  it('tells a member of its own keys, and of the user who it is', async () => {
    const where = { teamId: 'ml', organizationId: 'acme' };
    const own = await aicp.somebody('member', { ...where, userId: 'erin' });
    const second = await aicp.somebody('member', { ...where, userId: 'erin' });
    const elsewhere = await aicp.somebody('member', { organizationId: 'acme', userId: 'erin' });
    const other = await aicp.somebody('member', { ...where, userId: 'frank' });
    const viewer = await aicp.somebody('viewer', { organizationId: 'acme' });
    const ask = async (scope: string, value?: string, client = own.client) => {
      const asked = { scope, scope_value: value, model: 'small' };
      return (await client.post(CHECK, asked)).status;
    };
    expect(await ask('key', own.name)).toBe(200);
    expect(await ask('key', second.name)).toBe(200);
    expect(await ask('user', 'erin')).toBe(200);
    for (const name of [elsewhere.name, other.name, 'bootstrap-admin', 'nobody'])
      expect(await ask('key', name), name).toBe(404);
    expect(await ask('user', 'frank')).toBe(403);
    expect(await ask('team', 'ml')).toBe(403);
    expect(await ask('organization', 'acme')).toBe(403);
    expect(await ask('model', 'small')).toBe(403);
    expect(await ask('global')).toBe(403);
    expect(await ask('key', other.name, viewer.client)).toBe(200);
    expect(await ask('team', 'ml', viewer.client)).toBe(200);
    expect((await own.client.get('/api/v1/rate-limits')).status).toBe(403);
  });

  it('finds a team and an organization by their slugs too, in one’s own organization alone', async () => {
    const organizationId = 'third-a1b2c3';
    await aicp.put('Organization', organizationId, { slug: 'third' });
    await aicp.put('Team', 'ml-a1b2c3', { slug: 'ml', organizationId, tpmLimit: 500 });
    await aicp.put('Team', 'night-a1b2c3', { slug: 'night', organizationId });
    const { client } = await aicp.somebody('viewer', { organizationId });
    const { client: rival } = await aicp.somebody('viewer', { organizationId: 'rival' });
    const ask = async (by: AdminClient, scope: string, scope_value: string) => {
      const asked = { scope, scope_value, estimated_tokens: 2000 };
      const { status, body } = await by.post(CHECK, asked);
      return status === 200 ? String(body['limit']).split(' allows')[0] : status;
    };
    await aicp.until(async () => (await ask(root, 'team', 'night-a1b2c3')) !== 404);
    expect(await ask(client, 'team', 'ml')).toBe('The team "ml-a1b2c3"');
    expect(await ask(root, 'team', 'ml')).toBe('The team "ml"');
    for (const [scope, slug] of [
      ['team', 'night'],
      ['organization', 'third'],
    ] as const) {
      const found = await ask(client, scope, `${slug}-a1b2c3`);
      expect(await ask(client, scope, slug)).toBe(found);
      expect(await ask(root, scope, slug)).toBe(found);
      expect([typeof found, await ask(rival, scope, slug)]).toEqual(['string', 404]);
      expect(await ask(root, scope, 'nobody')).toBe(404);
    }
  });

  it('tells of keys to those whom the keys’ own route tells of them', async () => {
    const where = { teamId: 'ml', organizationId: 'acme' };
    const callers = [
      await aicp.somebody('viewer'),
      await aicp.somebody('org_admin'),
      await aicp.somebody('team_admin'),
      await aicp.somebody('member'),
      await aicp.somebody('viewer', where),
      await aicp.somebody('team_admin', where),
      await aicp.somebody('team_admin', { organizationId: 'acme' }),
    ];
    for (const [index, { client }] of callers.entries()) {
      for (const [other, { name }] of [...callers, { name: 'bootstrap-admin' }].entries()) {
        const { status } = await client.get(`/api/v1/api-keys/${name}`);
        const asked = await client.post(CHECK, { scope: 'key', scope_value: name });
        expect([index, other, asked.status]).toEqual([index, other, status]);
      }
    }
  });

  it('needs somebody who counts', async () => {
    await using other = await AdminInstallation.start();
    const client = await other.signIn();
    await other.put('RateLimitPolicy', 'all', { scope: 'global', rpmLimit: 3 });
    await other.until(async () => (await client.post(CHECK, { scope: 'global' })).status !== 200);
    const { status, body } = await client.post(CHECK, { scope: 'global' });
    expect([status, body['detail']]).toEqual([503, expect.stringContaining('AICP_REDIS_URL')]);
  });
});

/** Asks the gateways on this machine that serve on the port of `url`, at these addresses. */
const countsAt = (url: string, token: string, addresses = ['127.0.0.1']) =>
  gatewayCounts({
    url: `http://gateways:${new URL(url).port}`,
    token: () => token,
    addressesOf: (name) => Promise.resolve(name === 'gateways' ? addresses : []),
  });

describe('gateways that count by themselves', () => {
  it('tell their counts to whoever knows the token, and to nobody else', async () => {
    await using directory = await temporaryDirectory();
    const countsTokenFile = join(directory.path, 'counts.token');
    await writeFile(countsTokenFile, 'secret\n');
    await using gateway = await startTestGateway({ fragments: {}, config: { countsTokenFile } });
    const asked = [demand('team/ml:requests', 1)];
    const told = await countsAt(gateway.url, 'secret').peek(asked);
    expect(told).toMatchObject({ standings: [{ remaining: 1_000_000 }], refusedBy: [] });
    await expect(countsAt(gateway.url, 'guess').peek(asked)).rejects.toThrow(
      'does not say how its limits stand',
    );
    await expect(countsAt(gateway.url, 'secret', []).peek(asked)).rejects.toThrow(
      'does not say how its limits stand',
    );
    await using closed = await startTestGateway({ fragments: {} });
    const { status } = await fetch(`${closed.url}/internal/counts`, { method: 'POST' });
    expect(status).toBe(404);
  });

  it('say that they refuse what they refuse: requests whose bodies are still to come are under way', async () => {
    await using directory = await temporaryDirectory();
    const countsTokenFile = join(directory.path, 'counts.token');
    await writeFile(countsTokenFile, 'secret\n');
    const keys = [key('alice', { organization: 'acme' })];
    const rateLimits = [rateLimit('one', { concurrent: 1 })];
    const fragments = { keys, rateLimits };
    await using gateway = await startTestGateway({ fragments, config: { countsTokenFile } });
    const of = { window: { kind: 'now' as const }, limit: 1, amount: 1, isHeld: true };
    const left = async (): Promise<number | undefined> => {
      const asked = [{ ...of, counter: 'key/acme/alice:concurrent' }];
      const { standings, refusedBy } = await countsAt(gateway.url, 'secret').peek(asked);
      expect(refusedBy).toEqual(standings[0]?.remaining === 0 ? [0] : []);
      return standings[0]?.remaining;
    };
    expect(await left()).toBe(1);
    const socket = connect(gateway.running.port, '127.0.0.1');
    socket.write(chatHead(900));
    await waitFor(async () => (await left()) === 0);
    socket.destroy();
    await waitFor(async () => (await left()) === 1);
  });

  it('are asked all of them, past one that is away', async () => {
    await using directory = await temporaryDirectory();
    const countsTokenFile = join(directory.path, 'counts.token');
    await writeFile(countsTokenFile, 'secret\n');
    await using first = await startTestGateway({ fragments: {}, config: { countsTokenFile } });
    const config = { countsTokenFile, host: '127.0.0.2', port: Number(new URL(first.url).port) };
    await using _second = await startTestGateway({ fragments: {}, config });
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
    const told = await countsAt(first.url, 'secret', addresses).peek([demand('team/ml:x', 1)]);
    expect(told).toMatchObject({ standings: [{ remaining: 2_000_000 }], refusedBy: [] });
  });

  const answer = (remaining: number, retryAfterMs: number) => ({
    standings: [{ remaining, resetMs: retryAfterMs + 1 }],
    refusedBy: retryAfterMs > 0 ? [0] : [],
    retryAfterMs,
  });

  it('let a request pass where one of them does', () => {
    expect(fleetStandings([answer(0, 9), answer(5, 0), answer(2, 0)])).toEqual({
      standings: [{ remaining: 7, resetMs: 1 }],
      refusedBy: [],
      retryAfterMs: 0,
    });
  });

  it('refuse it where all of them do, until the first has room', () => {
    expect(fleetStandings([answer(1, 9), answer(0, 5), answer(0, 7)])).toEqual({
      standings: [{ remaining: 1, resetMs: 6 }],
      refusedBy: [0],
      retryAfterMs: 5,
    });
    expect(fleetStandings([])).toBeUndefined();
  });
});
