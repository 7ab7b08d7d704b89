import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import type { RateLimitFragment } from '@aicp/contracts/snapshot/sections/rate-limits';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { key, model, rateLimit, simulated } from '../testing/fragments.ts';
import { ask, limitHeaders } from '../testing/limited-gateway.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { untilEnoughOfMinute } from '../testing/until-enough-of-minute.ts';

const program = redisProgram();

/** A gateway that counts in that Redis, and waits for it however busy the machine is. */
function startOn(redis: RedisServer, instance: string, limit: RateLimitFragment) {
  const settings = { AICP_REDIS_URL: redis.url, AICP_REDIS_DEADLINE_MS: '5000' };
  return startTestGateway({
    config: { instance, redis: z.object(REDIS_ENVIRONMENT).parse(settings) },
    replicas: 4,
    fragments: {
      providers: [simulated('sim')],
      models: [model('small', 'sim')],
      keys: [key('alice')],
      rateLimits: [limit],
    },
  });
}

it.skipIf(program === undefined)(
  'replicas with one Redis let through together what the limit says, and go on without it',
  async () => {
    const redis = await RedisServer.start(program ?? '');
    const limit = rateLimit('each-key', { rpd: 20, concurrent: 100 });
    await using one = await startOn(redis, 'gateway-0', limit);
    await using other = await startOn(redis, 'gateway-1', limit);
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(index % 2 === 0 ? one : other)),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    for (const answer of asked) expect(limitHeaders(answer)).toHaveProperty('limit-requests', '20');
    const unknown = await ask(one, { model: 'nothing' });
    expect([unknown.status, limitHeaders(unknown)]).toMatchObject([
      404,
      { 'limit-requests': '20', 'remaining-requests': '0' },
    ]);
    const counters = () => one.operator.polls.at(-1)?.health?.counters;
    await expect.poll(counters).toEqual({ mode: 'shared', evicts: false });
    await redis.stop();
    const alone = await Promise.all(Array.from({ length: 30 }, () => ask(one)));
    expect(alone.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    await expect
      .poll(counters)
      .toEqual({ mode: 'alone', reason: 'connection refused', evicts: false });
  },
);

const AT_ONCE = Number(process.env['AICP_SHARED_REQUESTS'] ?? 0);
const MINUTE_MS = 60_000;
/** So much of a minute has to be left for what is sent in it. */
const ENOUGH_MS = 45_000;

it.skipIf(program === undefined || AT_ONCE === 0)(
  'four gateways let 100 of many requests at once through in a minute, at most 175 where their Redis is killed, and 100 in the next minute',
  { timeout: 4 * MINUTE_MS },
  async () => {
    const limit = rateLimit('each-key', { rpm: 100 });
    const passed = async (
      meanwhile: (redis: RedisServer) => Promise<void>,
    ): Promise<[number, number]> => {
      await untilEnoughOfMinute(ENOUGH_MS);
      const redis = await RedisServer.start(program ?? '');
      await using fleet = new AsyncDisposableStack();
      fleet.defer(() => redis.stop());
      const gateways: TestGateway[] = [];
      for (let index = 0; index < 4; index += 1) {
        gateways.push(fleet.use(await startOn(redis, `gateway-${index}`, limit)));
      }
      const round = async (): Promise<number> => {
        const asked = Array.from({ length: AT_ONCE }, (_, index) => ask(gateways[index % 4]!));
        const answers = await Promise.all(asked);
        const others = answers.filter(({ status }) => status !== 200 && status !== 429);
        expect(others.map(({ status, error }) => [status, error])).toEqual([]);
        return answers.filter(({ status }) => status === 200).length;
      };
      const [first] = await Promise.all([round(), meanwhile(redis)]);
      await setTimeout(MINUTE_MS - (Date.now() % MINUTE_MS) + 100);
      return [first, await round()];
    };
    expect(await passed(() => Promise.resolve())).toEqual([100, 100]);
    const [killed, next] = await passed(async (redis) => {
      await setTimeout(300);
      await redis.stop();
    });
    process.stdout.write(
      `Redis killed in mid-run: ${killed} passed, and ${next} in the next minute\n`,
    );
    expect(killed).toBeGreaterThanOrEqual(100);
    expect(killed).toBeLessThanOrEqual(175);
    expect(next).toBe(100);
  },
);
