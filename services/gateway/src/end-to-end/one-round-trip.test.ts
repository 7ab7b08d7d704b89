import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { SCRIPTS } from '@aicp/common/counters/redis/scripts';
import { STORE_TIMES } from '@aicp/common/counters/redis/times';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { BUDGET_SCOPES } from '@aicp/contracts/spend/spend-subject';
import { LIMIT_SCOPES } from '@aicp/contracts/snapshot/sections/rate-limits';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { budget } from '../testing/budgets.ts';
import { key, model, rateLimit, simulated } from '../testing/fragments.ts';
import { ask } from '../testing/limited-gateway.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const REQUESTS = 200;
/** Timers may be early by one, and Redis tells whole microseconds. */
const TIMER_MS = 2;

/** Budgets and limits of each scope, and a key that all of them count. */
const fragments = {
  providers: [simulated('sim', { latencyMs: 0, firstTokenMs: 0 })],
  models: [model('small', 'sim', { prices: { input: '0', output: '1000000' } })],
  keys: [
    key('alice', {
      ...{ organization: 'acme', businessUnit: 'eu', team: 'ml', user: 'ada' },
      metadata: { project: 'apollo' },
    }),
  ],
  budgets: BUDGET_SCOPES.map((scope) => budget(`each-${scope}`, '1000', { scope })),
  rateLimits: LIMIT_SCOPES.map((scope) =>
    rateLimit(`each-${scope}`, {
      ...{ scope, rpm: 10_000, tpm: 1_000_000, rpd: 10_000, tpd: 10_000_000, concurrent: 100 },
      burst: { requests: 10_000, seconds: 10 },
    }),
  ),
};

/** One command that settles and takes. */
interface Command {
  readonly ms: number;
  readonly settled: number;
  /** Demands of each request in it. */
  readonly takes: readonly number[];
}

/** Undefined of another command. */
function commandOf(ms: number, words: readonly string[]): Command | undefined {
  if (words[1] !== SCRIPTS.take.sha && words[1] !== SCRIPTS.take.lua) return undefined;
  const [settled, takes] = JSON.parse(words.at(-1) ?? '') as [unknown[], unknown[][]];
  return { ms, settled: settled.length, takes: takes.map((demands) => demands.length - 1) };
}

const program = redisProgram();

it.skipIf(program === undefined)(
  'a request that budgets and limits of every scope count costs one command of Redis, which settles those before it too, where requests follow one another',
  async () => {
    const redis = await RedisServer.start(program ?? '');
    await using parts = new AsyncDisposableStack();
    parts.defer(() => redis.stop());
    const settings = { AICP_REDIS_URL: redis.url, AICP_REDIS_DEADLINE_MS: '5000' };
    const config = { redis: z.object(REDIS_ENVIRONMENT).parse(settings) };
    const gateway = parts.use(await startTestGateway({ fragments, config }));
    expect((await ask(gateway, { max_tokens: 16 })).status).toBe(200);
    const commands: Command[] = [];
    const watching = await redis.watch((ms, words) => {
      const command = commandOf(ms, words);
      if (command) commands.push(command);
    });
    parts.use(watching);
    for (let request = 0; request < REQUESTS; request += 1) {
      expect((await ask(gateway, { max_tokens: 16 })).status).toBe(200);
    }
    const settlesAll = () => commands.at(-1)?.takes.length === 0;
    await expect.poll(settlesAll).toBe(true);

    // Of each request one take, with all that counts it: eight of money, and six of each of six.
    const takes = commands.filter(({ takes: { length } }) => length > 0);
    expect(takes.map((one) => one.takes)).toEqual(Array.from({ length: REQUESTS }, () => [44]));
    // What is settled goes with the next take: by itself only where none comes in time, and no request waits for that.
    const early = commands.filter(({ ms, takes: { length } }, index) => {
      const before = commands[index - 1];
      return length === 0 && before && ms - before.ms < STORE_TIMES.settleMs - TIMER_MS;
    });
    const alone = commands.length - takes.length;
    const along = takes.filter(({ settled }) => settled > 0).length;
    process.stdout.write(
      `${REQUESTS} requests: ${takes.length} takes, ${along} of which settle, ${alone} settlements of their own\n`,
    );
    expect(early).toEqual([]);
    expect(along).toBeGreaterThan(0);
  },
);
