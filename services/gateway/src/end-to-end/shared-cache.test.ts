import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { describe, expect, it } from 'vitest';
import {
  ask,
  cached,
  counting,
  metricsOf,
  sharedReadsOf,
  sharingIn,
  startCached,
} from '../testing/cached-gateway.ts';
import { settings } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

const program = redisProgram();
const ROOT = join(import.meta.dirname, '../../../..');

/** Two gateways that share their answers in a Redis, before one provider. */
async function startTwo(settings: Record<string, string> = {}) {
  const parts = new AsyncDisposableStack();
  const redis = parts.adopt(await RedisServer.start(program ?? ''), (one) => one.stop());
  const config = await sharingIn(redis, settings);
  const { gateway: one, ...world } = parts.use(await startCached({}, counting, {}, config));
  const { fragments } = world;
  const other = parts.use(await startTestGateway({ fragments, config }));
  return { ...world, redis, one, other, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const writesOf = async (gateway: TestGateway, outcome: string): Promise<number> => {
  const sample = new RegExp(`cache_shared_puts_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`);
  return Number(sample.exec(await metricsOf(gateway))?.[1]);
};

const inFlightOf = async (gateway: TestGateway): Promise<number> =>
  Number(/requests_in_flight(?:\{[^}]*\})? (\d+)/.exec(await metricsOf(gateway))?.[1]);

/** What nobody asked before. */
const another = () => ({ body: { messages: [{ role: 'user', content: randomUUID() }] } });

/** Asks until an answer is kept in Redis, and answers what was asked. */
const kept = (gateway: TestGateway) =>
  waitFor(async () => {
    const before = await writesOf(gateway, 'kept');
    const question = another();
    await ask(gateway, question);
    const isKept = () => writesOf(gateway, 'kept').then((now) => now > before);
    return (await isKept()) || (await isKept()) ? question : undefined;
  });

/** What is said at `warn` and above. */
const warned = ({ logged }: TestGateway) =>
  logged.filter(({ level }) => level === 'warn' || level === 'error').map(({ event }) => event);

describe.skipIf(program === undefined)('gateways with one Redis', () => {
  it('answer from what another one kept, byte for byte, and have it in memory then', async () => {
    await using world = await startTwo();
    const question = await kept(world.one);
    const first = await ask(world.one, question);
    const received = world.upstream.received.length;
    const hit = await waitFor(async () => {
      const answer = await ask(world.other, { ...question, as: 'ben' });
      return answer.state === 'hit' ? answer : undefined;
    });
    expect(hit.text).toBe(first.text);
    expect(await sharedReadsOf(world.other, 'hit')).toBe(1);
    expect((await ask(world.other, question)).state).toBe('hit');
    expect(await sharedReadsOf(world.other, 'hit')).toBe(1);
    expect(world.upstream.received).toHaveLength(received);
    // Another team, and whoever asks anew.
    expect((await ask(world.other, { ...question, as: 'cat' })).state).toBe('miss');
    expect([...warned(world.one), ...warned(world.other)]).toEqual([]);
  });

  it('ask it once for all who ask the same at a time', async () => {
    await using world = await startTwo();
    const question = await kept(world.one);
    await kept(world.other);
    const before = await sharedReadsOf(world.other, 'miss');
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(world.other, question)));
    expect(all.map(({ state }) => state)).toEqual(all.map(() => 'hit'));
    expect(await sharedReadsOf(world.other, 'hit')).toBe(1);
    expect(await sharedReadsOf(world.other, 'miss')).toBe(before);
  });

  it('are done with a client that leaves while it is asked, and serve the next that asks the same', async () => {
    await using world = await startTwo({ AICP_REDIS_DEADLINE_MS: '4000' });
    const question = another();
    await kept(world.one);
    const received = world.upstream.received.length;
    world.redis.signal('SIGSTOP');
    const leaving = new AbortController();
    const left = ask(world.one, { ...question, signal: leaving.signal });
    await waitFor(async () => (await inFlightOf(world.one)) === 1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await waitFor(async () => (await inFlightOf(world.one)) === 0);
    world.redis.signal('SIGCONT');
    expect(world.upstream.received).toHaveLength(received);
    expect(await ask(world.one, question)).toMatchObject({ status: 200, state: 'miss' });
  });

  it('keep nothing there that could be read, nor under a name that tells anything', async () => {
    await using world = await startTwo();
    await kept(world.one);
    const names = (await world.redis.call('KEYS', '*:cache:*')).split(',');
    expect(names[0]).toMatch(/^\{aicp:aicp\}:cache:[\w-]{43}$/);
    const value = await world.redis.call('GET', names[0] ?? '');
    expect(value).not.toContain('answer');
    expect(value).not.toContain('small');
    const left = Number(await world.redis.call('PTTL', names[0] ?? ''));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  it('take nothing that was copied there from elsewhere', async () => {
    await using world = await startTwo();
    await kept(world.one);
    const [from = ''] = (await world.redis.call('KEYS', '*:cache:*')).split(',');
    const question = await kept(world.one);
    const names = (await world.redis.call('KEYS', '*:cache:*')).split(',');
    for (const name of names.filter((one) => one !== from)) {
      await world.redis.call('COPY', from, name, 'REPLACE');
    }
    await waitFor(async () => {
      const { state } = await ask(world.other, {
        ...question,
        headers: { 'x-aicp-cache': 'no-store' },
      });
      expect(state).toBe('miss');
      return (await sharedReadsOf(world.other, 'unbelieved')) > 0;
    });
  });

  it('serve without it when it is lost, say so once, and share again when it is back', async () => {
    await using world = await startTwo();
    await kept(world.one);
    await world.redis.kill();
    for (let count = 0; count < 20; count += 1) {
      const question = another();
      const missed = await ask(world.one, question);
      expect([missed.status, missed.state]).toEqual([200, 'miss']);
      expect((await ask(world.one, question)).state).toBe('hit');
      expect((await ask(world.other, question)).status).toBe(200);
    }
    await waitFor(async () => {
      await ask(world.one, another());
      return warned(world.one).includes('shared_cache_lost');
    });
    await world.redis.resume();
    const question = await kept(world.one);
    await waitFor(async () => {
      const { state } = await ask(world.other, {
        ...question,
        headers: { 'x-aicp-cache': 'no-store' },
      });
      return state === 'hit';
    });
    const told = () =>
      world.one.logged
        .map(({ event }) => event)
        .filter((event) => /shared_cache/.test(String(event)));
    // It may have come back between the question and the answer of one request: the next one tells.
    await ask(world.one, another());
    await expect.poll(told).toEqual(['shared_cache_lost', 'shared_cache_back']);
    expect(world.one.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('leave the counters more than half of its memory', async () => {
    await using world = await startTwo();
    await kept(world.one);
    await world.redis.call('CONFIG', 'SET', 'maxmemory', '2mb');
    await waitFor(async () => {
      await ask(world.one, another());
      return (await writesOf(world.one, 'full')) > 0;
    });
    expect(warned(world.one)).toEqual([]);
  });

  it('say what its user may not do, and serve', async () => {
    await using world = await startTwo();
    await kept(world.one);
    await world.redis.call('ACL', 'SETUSER', 'default', '-set');
    await waitFor(async () => {
      expect((await ask(world.one, another())).status).toBe(200);
      return (await writesOf(world.one, 'failed')) > 0;
    });
    await waitFor(() => warned(world.one).includes('shared_cache_not_kept'));
  });

  it('need no more of it than the page about it says', async () => {
    const page = readFileSync(join(ROOT, 'docs/operations/high-availability.md'), 'utf8');
    const [, rights = ''] = /ACL SETUSER aicp on >… ([^`]*)`/.exec(page) ?? [];
    await using world = await startTwo();
    const { redis, fragments } = world;
    await redis.call('ACL', 'SETUSER', 'aicp', 'on', '>password', ...rights.split(' '));
    const user = { AICP_REDIS_USERNAME: 'aicp', AICP_REDIS_PASSWORD: 'password' };
    const config = await sharingIn(redis, user);
    await using gateway = await startTestGateway({ fragments, config });
    const question = await kept(gateway);
    expect(await sharedReadsOf(gateway, 'miss')).toBeGreaterThan(0);
    expect((await ask(world.other, question)).state).toBe('hit');
    expect(warned(gateway)).toEqual([]);
  });

  it('share nothing without a secret in common, and say so', async () => {
    await using world = await startTwo();
    const question = await kept(world.one);
    const { redis } = await sharingIn(world.redis);
    const { fragments } = world;
    await using alone = await startTestGateway({ fragments, config: redis ? { redis } : {} });
    expect((await ask(alone, question)).state).toBe('miss');
    expect(alone.logged.map(({ event }) => event)).toContain('cache_not_shared');
    expect(await metricsOf(alone)).not.toMatch(/cache_shared_\w+\{[^}]*\} [1-9]/);
  });

  it('ask it for nothing while the cache is off', async () => {
    await using world = await startTwo();
    await kept(world.one);
    await world.one.operator.push({ ...world.fragments, settings: settings() });
    await waitFor(async () => (await ask(world.one, another())).state === null);
    const before = await metricsOf(world.one);
    for (let count = 0; count < 5; count += 1) await ask(world.one, another());
    const after = await metricsOf(world.one);
    const shared = (text: string) =>
      text.split('\n').filter((line) => line.includes('cache_shared'));
    expect(shared(after)).toEqual(shared(before));
    await world.one.operator.push({ ...world.fragments, settings: cached() });
    await kept(world.one);
  });
});
