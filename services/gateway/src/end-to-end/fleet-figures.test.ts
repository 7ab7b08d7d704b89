import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { saying } from '../testing/clients.ts';
import { group, key, model, provider, strategy } from '../testing/fragments.ts';
import { answerJson, completion, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { answers, askMain } from '../testing/two-providers.ts';

const program = redisProgram();
const SLOW_MS = 600;

/** How many others a gateway hears of. */
async function heard({ url }: TestGateway): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^aicp_fleet_replicas(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1]);
}

/** Whom a gateway would ask first now. */
async function first({ url }: TestGateway): Promise<unknown> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice', 'x-aicp-dry-run': 'true' },
    body: JSON.stringify({ model: 'main', messages: saying('hi') }),
  });
  return ((await response.json()) as { model?: unknown }).model;
}

it.skipIf(program === undefined)(
  'a gateway that has seen nothing avoids the provider that another saw to be slow, as long as that one tells of it, and serves whether Redis is there or not',
  async () => {
    await using stack = new AsyncDisposableStack();
    const redis = await RedisServer.start(program ?? '');
    stack.defer(() => redis.stop());
    const slow = stack.use(
      await startScriptedProvider((response) => {
        setTimeout(answerJson, SLOW_MS, response, completion('late'));
      }),
    );
    const quick = stack.use(await startScriptedProvider(answers));
    const start = async (instance: string) => {
      const settings = { AICP_REDIS_URL: redis.url, AICP_REDIS_DEADLINE_MS: '5000' };
      return await startTestGateway({
        config: { instance, redis: z.object(REDIS_ENVIRONMENT).parse(settings) },
        replicas: 2,
        fragments: {
          providers: [
            provider('slow', { baseUrl: slow.url }),
            provider('quick', { baseUrl: quick.url }),
          ],
          models: [model('a', 'slow'), model('b', 'quick')],
          policies: [group('main', { a: 1, b: 1 }), strategy('s', 'latency-based-routing')],
          keys: [key('alice')],
        },
      });
    };
    const one = await start('gateway-0');
    await using stopsOne = new AsyncDisposableStack();
    stopsOne.use(one);
    const other = stack.use(await start('gateway-1'));
    // The first drawn is `a`: a gateway that knows nothing tries it first.
    expect([await first(one), await first(other)]).toEqual(['a', 'a']);
    expect([(await askMain(one)).by, (await askMain(one)).by]).toEqual(['a', 'b']);
    expect((await askMain(one)).by).toBe('b');

    await expect.poll(() => first(other)).toBe('b');
    for (let index = 0; index < 5; index += 1) expect((await askMain(other)).by).toBe('b');
    expect([await heard(other), slow.received.length]).toEqual([1, 1]);

    await redis.kill();
    expect(await askMain(other)).toMatchObject({ status: 200, by: 'b' });
    expect(await askMain(one)).toMatchObject({ status: 200, by: 'b' });
    await redis.resume();
    await stopsOne.disposeAsync();
    // Nobody says any more how slow `a` is, and this gateway has not tried it.
    await expect.poll(() => first(other)).toBe('a');
    expect([await heard(other), slow.received.length]).toEqual([0, 1]);
  },
);
