import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { describe, expect, it } from 'vitest';
import {
  ALIKE,
  askIt,
  CONTRARY,
  FAR,
  FIRST,
  LAST,
  startAlike,
  telling,
  toldOf,
} from '../testing/alike-gateway.ts';
import {
  cached,
  metricsOf,
  sharedReadsOf,
  sharingIn,
  type Asked,
} from '../testing/cached-gateway.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

const program = redisProgram();
const ROOT = join(import.meta.dirname, '../../../..');

/** Two gateways that answer alike questions and share in a Redis, which both have asked. */
async function startTwo(script = telling) {
  const parts = new AsyncDisposableStack();
  const redis = parts.adopt(await RedisServer.start(program ?? ''), (one) => one.stop());
  const config = await sharingIn(redis);
  const { gateway: one, ...world } = parts.use(await startAlike({ config, script }));
  const { fragments } = world;
  const other = parts.use(await startTestGateway({ fragments, config }));
  for (const gateway of [one, other]) {
    await waitFor(async () => {
      await askIt({ gateway }, `asks for ${randomUUID()}`);
      return (await toldOf(gateway, 'gets', 'miss')) > 0;
    });
  }
  const tell = async (question: string, how: Asked = {}) => {
    const before = await toldOf(one, 'puts', 'kept');
    const answer = await askIt({ gateway: one }, question, how);
    expect(answer).toMatchObject({ status: 200, state: 'miss' });
    await waitFor(async () => (await toldOf(one, 'puts', 'kept')) > before);
    return answer;
  };
  const askOther = (question: string, how: Asked = {}) => askIt({ gateway: other }, question, how);
  return {
    ...{ ...world, redis, one, other, tell, askOther },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

const groupsIn = async (redis: RedisServer): Promise<readonly string[]> =>
  (await redis.call('KEYS', '*:alike:*')).split(',');
const answersIn = async (redis: RedisServer): Promise<readonly string[]> =>
  (await redis.call('KEYS', '*:cache:*')).split(',');

/** So many questions others are compared with. */
const knownTo = async (gateway: TestGateway): Promise<number> =>
  Number(/cache_alike_entries(?:\{[^}]*\})? (\d+)/.exec(await metricsOf(gateway))?.[1]);

const warned = ({ logged }: TestGateway) =>
  logged.filter(({ level }) => level === 'warn' || level === 'error').map(({ event }) => event);

describe.skipIf(program === undefined)('alike questions of gateways with one Redis', () => {
  it('answer from what another one was asked, and have it in memory then', async () => {
    await using world = await startTwo();
    const { one, other, askOther } = world;
    const first = await world.tell(FIRST);
    const received = world.upstream.received.length;
    const hit = await askOther(ALIKE, { as: 'ben' });
    expect([hit.state, hit.text]).toEqual(['hit', first.text]);
    expect(world.upstream.received).toHaveLength(received);
    expect(await toldOf(other, 'gets', 'hit')).toBe(1);
    const vectors = world.vectors.received.length;
    expect((await askOther(ALIKE)).state).toBe('hit');
    expect((await askOther(FIRST)).state).toBe('hit');
    expect(world.vectors.received).toHaveLength(vectors);
    expect([...warned(one), ...warned(other)]).toEqual([]);
  });

  it.each([
    ['somebody of another team', ALIKE, { as: 'cat' }],
    ['somebody of another organization', ALIKE, { as: 'dan' }],
    ['another model', ALIKE, { body: { model: 'large' } }],
    ['a question that says the contrary', CONTRARY, {}],
  ] as const)('have nothing for %s', async (_, question, how) => {
    await using world = await startTwo();
    await world.tell(FIRST);
    expect((await world.askOther(question, how)).state).toBe('miss');
  });

  it('are read while the model is asked, and not behind it', async () => {
    let model: Promise<unknown> = Promise.resolve();
    await using world = await startTwo((...asked) => void model.then(() => telling(...asked)));
    await world.tell(FIRST);
    const read = Promise.withResolvers<undefined>();
    using _ = await world.redis.watch((_ms, [command = '', name = '']) => {
      if (command.toUpperCase() === 'HSTRLEN' && name.includes(':alike:')) read.resolve(undefined);
    });
    // A model that answers once the group was read: where it is asked first, it never does.
    model = read.promise;
    expect((await world.askOther(ALIKE)).state).toBe('hit');
  });

  it('have the answer of the next nearest where that of the nearest is gone, and forget that one', async () => {
    await using world = await startTwo();
    const { other, redis } = world;
    const before = await answersIn(redis);
    await world.tell(FIRST);
    const nearest = (await answersIn(redis)).filter((name) => !before.includes(name));
    expect(nearest).toHaveLength(1);
    const last = await world.tell(LAST);
    await redis.call('DEL', ...nearest);
    const [known, missed] = [await knownTo(other), await sharedReadsOf(other, 'miss')];
    const hit = await world.askOther(ALIKE);
    expect([hit.state, hit.text]).toEqual(['hit', last.text]);
    // Its own answer was asked for as well.
    expect(await sharedReadsOf(other, 'miss')).toBe(missed + 2);
    expect(await knownTo(other)).toBe(known + 1);
  });

  it('are none any more after a purge', async () => {
    await using world = await startTwo();
    await world.tell(FIRST);
    const { one, other, fragments } = world;
    const settings = cached({ ...fragments.settings?.cache, epoch: 1 });
    for (const { operator } of [one, other]) await operator.push({ ...fragments, settings });
    for (const gateway of [one, other]) {
      // A gateway that asks for what nobody else did goes by the new settings once that is a miss.
      await waitFor(async () => {
        const { state } = await askIt({ gateway }, FIRST, {
          headers: { 'x-aicp-cache': 'no-store' },
        });
        return state === 'miss';
      });
    }
    expect((await world.askOther(ALIKE)).state).toBe('miss');
  });

  it('are not believed where they were copied from another group', async () => {
    await using world = await startTwo();
    const before = await groupsIn(world.redis);
    await world.tell(FIRST, { as: 'cat' });
    const [ofOps = ''] = (await groupsIn(world.redis)).filter((name) => !before.includes(name));
    await world.tell(FIRST, { as: 'dan' });
    const [ofOthers = ''] = (await groupsIn(world.redis)).filter(
      (name) => name !== ofOps && !before.includes(name),
    );
    expect(await world.redis.call('COPY', ofOthers, ofOps, 'REPLACE')).toBe('1');
    const answer = await world.askOther(ALIKE, { as: 'cat' });
    expect([answer.status, answer.state]).toEqual([200, 'miss']);
    expect(await toldOf(world.other, 'gets', 'unbelieved')).toBe(1);
    expect(warned(world.other)).toEqual([]);
  });

  it('are not there in a form that could be read', async () => {
    await using world = await startTwo();
    await world.tell(FIRST);
    const names = await groupsIn(world.redis);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(name).toMatch(/^\{aicp:aicp\}:alike:[\w-]{43}$/);
      expect(await world.redis.call('HGETALL', name)).not.toMatch(/password|reset|small/);
      const left = Number(await world.redis.call('PTTL', name));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(60_000);
    }
  });

  it.each<[string, readonly string[]]>([
    ['a text', ['SET', 'KEY', 'x']],
    ['a list', ['RPUSH', 'KEY', 'x']],
    ['a count that is none', ['HSET', 'KEY', 'n', 'x'.repeat(9), 'g', 'x'.repeat(16)]],
    ['a count beyond all', ['HSET', 'KEY', 'n', '9'.repeat(18), 'g', 'x'.repeat(16)]],
    [
      'questions of nobody',
      ['HSET', 'KEY', 'n', '3', 'g', 'x'.repeat(16), '1', 'x', '2', 'x'.repeat(50_000)],
    ],
  ])('are not believed where somebody put %s, and told again there', async (_, command) => {
    await using world = await startTwo();
    const { one, other } = world;
    await world.tell(FIRST);
    for (const name of await groupsIn(world.redis)) {
      await world.redis.call('DEL', name);
      const [verb = '', ...words] = command.map((word) => (word === 'KEY' ? name : word));
      expect(await world.redis.call(verb, ...words)).not.toMatch(/ERR/);
    }
    const before = await toldOf(other, 'puts', 'kept');
    const answer = await world.askOther(ALIKE);
    expect([answer.status, answer.state]).toEqual([200, 'miss']);
    expect(await toldOf(other, 'gets', 'unbelieved')).toBe(1);
    await waitFor(async () => (await toldOf(other, 'puts', 'kept')) > before);
    // The first one learns of that, beside what it is asked itself.
    const known = await knownTo(one);
    expect((await askIt({ gateway: one }, 'what happens to old sessions then')).state).toBe('miss');
    await waitFor(async () => (await knownTo(one)) === known + 2);
    expect([...warned(one), ...warned(other)]).toEqual([]);
  });

  it('are of each gateway alone while it is lost', async () => {
    await using world = await startTwo();
    const { one } = world;
    await world.tell(FIRST);
    await world.redis.kill();
    expect(await world.askOther(ALIKE)).toMatchObject({ status: 200, state: 'miss' });
    expect(await askIt({ gateway: one }, ALIKE)).toMatchObject({ status: 200, state: 'hit' });
    await world.redis.resume();
    const before = await toldOf(one, 'puts', 'kept');
    await waitFor(async () => {
      await askIt({ gateway: one }, `asks for ${randomUUID()}`);
      return (await toldOf(one, 'puts', 'kept')) > before;
    });
    expect(one.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('leave the counters half of its memory', async () => {
    await using world = await startTwo();
    await world.redis.call('CONFIG', 'SET', 'maxmemory', '2mb');
    expect((await askIt({ gateway: world.one }, FIRST)).status).toBe(200);
    await waitFor(async () => (await toldOf(world.one, 'puts', 'full')) > 0);
    expect((await world.askOther(ALIKE)).status).toBe(200);
    expect(warned(world.one)).toEqual([]);
  });

  it('are of each gateway alone where its user may not read or write them: answers are shared, and that is said', async () => {
    await using world = await startTwo();
    const { one, other, redis } = world;
    await redis.call('ACL', 'SETUSER', 'default', '-hstrlen', '-hincrby');
    expect((await askIt({ gateway: one }, FIRST)).status).toBe(200);
    await waitFor(async () => (await toldOf(one, 'puts', 'failed')) > 0);
    expect((await world.askOther(FIRST)).state).toBe('hit');
    for (const question of [ALIKE, FAR]) {
      expect((await world.askOther(question)).state).toBe('miss');
    }
    expect((await askIt({ gateway: one }, ALIKE)).state).toBe('hit');
    await waitFor(() => warned(other).length > 1);
    expect(warned(other).toSorted()).toEqual(['shared_cache_not_kept', 'shared_cache_not_read']);
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
    await waitFor(async () => {
      await askIt({ gateway }, `asks for ${randomUUID()}`);
      return (await toldOf(gateway, 'puts', 'kept')) > 0;
    });
    await world.tell(FIRST);
    expect((await askIt({ gateway }, ALIKE)).state).toBe('hit');
    expect(warned(gateway)).toEqual([]);
  });
});
