import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { key, model, rateLimit, simulated } from '../testing/fragments.ts';
import { ask, limitHeaders } from '../testing/limited-gateway.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const program = redisProgram();

it.skipIf(program === undefined)(
  'replicas with one Redis let through together what the limit says, and go on without it',
  async () => {
    const redis = await RedisServer.start(program ?? '');
    const environment = z.object(REDIS_ENVIRONMENT).parse({ AICP_REDIS_URL: redis.url });
    const start = (instance: string) =>
      startTestGateway({
        config: { instance, redis: environment },
        fragments: {
          providers: [simulated('sim')],
          models: [model('small', 'sim')],
          keys: [key('alice')],
          rateLimits: [rateLimit('each-key', { rpd: 20, concurrent: 100 })],
        },
      });
    await using one = await start('gateway-0');
    await using other = await start('gateway-1');
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(index % 2 === 0 ? one : other)),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    for (const answer of asked) expect(limitHeaders(answer)).toHaveProperty('limit-requests', '20');
    const counters = () => one.operator.polls.at(-1)?.health?.counters;
    await expect.poll(counters, { timeout: 5_000 }).toEqual({ mode: 'shared', evicts: false });
    await redis.stop();
    const alone = await Promise.all(Array.from({ length: 30 }, () => ask(one)));
    expect(alone.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    await expect
      .poll(counters, { timeout: 5_000 })
      .toEqual({ mode: 'alone', reason: 'connection refused', evicts: false });
  },
);
