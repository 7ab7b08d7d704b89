import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { Periods } from '@aicp/contracts/budgets/periods';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { budget } from '../testing/budgets.ts';
import { key, model, simulated, type Fragments } from '../testing/fragments.ts';
import { ask, type Asked } from '../testing/limited-gateway.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const CLIENTS = 64;
const DOLLAR = 1_000_000_000;
/** 0.016 USD an answer of sixteen tokens. */
const prices = { input: '0', output: '1000000000000' };
const ANSWER = 16_000_000;
const fragments: Fragments = {
  providers: [simulated('sim', { latencyMs: 5 })],
  models: [model('small', 'sim', { prices })],
  keys: [key('alice')],
  budgets: [budget('dollar', '1', { scope: 'global' })],
};

/** Each client asks until it is refused, at a gateway and then at the next. */
async function race(gateways: readonly TestGateway[], body: object): Promise<readonly Asked[]> {
  const client = async (number: number): Promise<Asked[]> => {
    const answers: Asked[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const gateway = gateways[(number + turn) % gateways.length];
      if (!gateway) break;
      const answer = await ask(gateway, body);
      answers.push(answer);
      if (answer.status !== 200) break;
    }
    return answers;
  };
  return (await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)))).flat();
}

/** What is counted as spent and as reserved, nano-USD. */
async function counted({ running }: TestGateway): Promise<[number, number]> {
  const limit = 100 * DOLLAR;
  const window = new Periods('UTC').windowAt('month', Date.now());
  const demand = { counter: 'global//:usd-month', window, limit, amount: 0, isHeld: false };
  const [standing] = (await running.counters.peek([demand])).standings;
  const held = standing?.held ?? 0;
  return [limit - (standing?.remaining ?? 0) - held, held];
}

const spentBy = (answers: readonly Asked[]): number =>
  ANSWER * answers.filter(({ status }) => status === 200).length;

it('64 clients spend a dollar at one gateway and no more, where they name the length of their answers', async () => {
  await using gateway = await startTestGateway({ fragments });
  const answers = await race([gateway], { max_tokens: 16 });
  expect(spentBy(answers)).toBe(62 * ANSWER);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(CLIENTS);
  await expect.poll(() => counted(gateway)).toEqual([62 * ANSWER, 0]);
});

it('where they do not, what is under way costs no more beyond it than its reservations fall short', async () => {
  await using gateway = await startTestGateway({ fragments });
  const answers = await race([gateway], {});
  const spent = spentBy(answers);
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThanOrEqual(DOLLAR + CLIENTS * ANSWER);
  await expect.poll(() => counted(gateway)).toEqual([spent, 0]);
});

const program = redisProgram();

it.skipIf(program === undefined)(
  '64 clients spend a dollar at four gateways with one Redis and no more, and nothing stays reserved',
  async () => {
    const redis = await RedisServer.start(program ?? '');
    await using fleet = new AsyncDisposableStack();
    fleet.defer(() => redis.stop());
    const settings = { AICP_REDIS_URL: redis.url, AICP_REDIS_DEADLINE_MS: '5000' };
    const gateways: TestGateway[] = [];
    for (let n = 0; n < 4; n += 1) {
      const gateway = await startTestGateway({
        config: { instance: `gateway-${n}`, redis: z.object(REDIS_ENVIRONMENT).parse(settings) },
        replicas: 4,
        fragments,
      });
      gateways.push(fleet.use(gateway));
    }
    const answers = await race(gateways, { max_tokens: 16 });
    expect(spentBy(answers)).toBe(62 * ANSWER);
    for (const gateway of gateways) {
      await expect.poll(() => counted(gateway)).toEqual([62 * ANSWER, 0]);
    }
  },
);
