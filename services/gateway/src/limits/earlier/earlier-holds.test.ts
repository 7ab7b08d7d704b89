import type { Counters } from '@aicp/common/counters/counters';
import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { openReplica } from '@aicp/common/counters/testing/replica';
import { systemClock } from '@aicp/common/time/clock';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Holders } from '../../memory/holders.ts';
import { budget } from '../../testing/budgets.ts';
import { FakeLeases } from '../../testing/fake-leases.ts';
import { key, model, rateLimit, simulated } from '../../testing/fragments.ts';
import { outcomeLine, intentLine } from '../../testing/journal-lines.ts';
import { LeasedGateway } from '../../testing/leased-gateway.ts';
import { buildRuntime } from '../../testing/request-facts.ts';
import { parseIntent, parseOutcome, toRecord } from '../../usage/journal/codec.ts';
import { Limiter } from '../limiter.ts';
import { EarlierHolds } from './earlier-holds.ts';
import { principalsOf, requestOf } from './recorded-request.ts';

const LIMITS = { rpd: 5_000, tpd: 1_000_000, concurrent: 5_000 };
const runtime = buildRuntime({
  providers: [simulated('sim')],
  models: [model('small', 'sim')],
  keys: [key('alice')],
  rateLimits: [rateLimit('each', LIMITS)],
  budgets: [budget('each', '1')],
});
const NO_USE = { payer: 'platform', most: Infinity } as const;

/** A request of today, with likely tokens and cost. */
function likely(tokens: number, cost: number, more: Partial<UsageRecord> = {}): UsageRecord {
  const outcome = parseOutcome(outcomeLine(1, { tok: [tokens, 0, 0, 0, 0], cost }));
  const record = toRecord(parseIntent(intentLine(1))!, outcome!);
  return { ...record, team: null, tags: {}, at: new Date().toISOString(), ...more };
}

/** What counters have of alice, with what is held: requests of the day, its tokens, what runs now, and money of the month. */
async function countsOf(counters: Counters, limiter: Limiter): Promise<Record<string, number>> {
  const principal = principalsOf(runtime).get('/alice')!;
  const request = requestOf(likely(0, 0), { principal, runtime, tokens: 0 });
  const plan = limiter.plan(request);
  const demands = plan.demands.map((demand) => ({ ...demand, amount: 0 }));
  const { standings } = await counters.peek(demands);
  const counts: Record<string, number> = {};
  for (const [index, { counter, limit }] of demands.entries()) {
    const { remaining = 0, over = 0 } = standings[index] ?? {};
    counts[counter.slice(counter.indexOf(':') + 1)] = limit - remaining + over;
  }
  return counts;
}

const limiterOf = (counters: Counters) => new Limiter(counters, new Holders());

describe('what requests hold that an earlier process sent', () => {
  it('is held again, whatever the limits, and comes to what was used', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(900), fc.nat(900), fc.nat(900), fc.nat(900)), { maxLength: 8 }),
        async (requests) => {
          const counters = new MemoryCounters(systemClock);
          const limiter = limiterOf(counters);
          const holds = new EarlierHolds({ limiter, counters, clock: systemClock }, runtime);
          const sum = (at: 0 | 1 | 2 | 3) => requests.reduce((total, one) => total + one[at], 0);
          const all = requests.map(([tokens, cost]) => holds.take(likely(tokens, cost)));
          const { length } = requests;
          expect(await countsOf(counters, limiter)).toEqual({
            ...{ 'requests-day': length, 'tokens-day': sum(0) },
            ...{ concurrent: length, 'usd-month': sum(1) },
          });
          for (const [index, held] of all.entries()) {
            const [, , tokens = 0, cost = 0] = requests[index] ?? [];
            held.settle({ ...NO_USE, tokens, cost });
            held.settle({ ...NO_USE, tokens: 9, cost: 9 });
          }
          expect(await countsOf(counters, limiter)).toEqual({
            ...{ 'requests-day': length, 'tokens-day': sum(2) },
            ...{ concurrent: 0, 'usd-month': sum(3) },
          });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('leaves no room where it takes all', async () => {
    const counters = new MemoryCounters(systemClock);
    const limiter = limiterOf(counters);
    const holds = new EarlierHolds({ limiter, counters, clock: systemClock }, runtime);
    holds.take(likely(1, 2_000_000_000));
    const principal = principalsOf(runtime).get('/alice')!;
    const next = limiter.plan(requestOf(likely(1, 1), { principal, runtime, tokens: 1 }));
    expect((await limiter.peek(next)).refusedBy).toHaveLength(1);
  });

  it('counts in the windows of now that it came in, and not where its key is gone', async () => {
    const counters = new MemoryCounters(systemClock);
    const limiter = limiterOf(counters);
    const holds = new EarlierHolds({ limiter, counters, clock: systemClock }, runtime);
    const old = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const held = holds.take(likely(3, 3, { at: old }));
    holds.take(likely(3, 3, { key: 'gone' })).settle({ ...NO_USE, tokens: 3, cost: 3 });
    const nothing = { 'requests-day': 0, 'tokens-day': 0, 'usd-month': 0 };
    expect(await countsOf(counters, limiter)).toEqual({ ...nothing, concurrent: 1 });
    held.settle({ ...NO_USE, tokens: 3, cost: 3 });
    expect(await countsOf(counters, limiter)).toEqual({ ...nothing, concurrent: 0 });
  });

  it('is money that the budget service is told is held, and that the ledger tells when it is spent', async () => {
    const { counters, inner } = new LeasedGateway('s', new FakeLeases());
    const limiter = limiterOf(counters);
    const holds = new EarlierHolds({ limiter, counters, clock: systemClock }, runtime);
    const principal = principalsOf(runtime).get('/alice')!;
    const { demands } = limiter.plan(requestOf(likely(0, 0), { principal, runtime, tokens: 0 }));
    const money = demands.find(({ window }) => window.kind === 'period')!;
    const held = holds.take(likely(3, 700));
    expect(inner.cell(money)).toMatchObject({ used: 0, held: 700 });
    held.settle({ ...NO_USE, tokens: 8, cost: 500 });
    expect(inner.cell(money)).toMatchObject({ used: 0, held: 0 });
    expect(await countsOf(inner, limiter)).toMatchObject({ concurrent: 0, 'tokens-day': 8 });
    await counters.close();
  });

  it.skipIf(redisProgram() === undefined)(
    'is held again in Redis, where the request counts already',
    async () => {
      const server = await RedisServer.start(redisProgram() ?? '');
      const where = { url: server.url, installation: 'earlier' };
      const before = (await openReplica(where)).counters;
      const principal = principalsOf(runtime).get('/alice')!;
      const sent = limiterOf(before);
      const plan = sent.plan(requestOf(likely(30, 700), { principal, runtime, tokens: 30 }));
      await new Promise((resolve) => {
        sent.take(plan, resolve);
      });
      await before.close();
      const { counters } = await openReplica(where);
      const limiter = limiterOf(counters);
      const counts = () => countsOf(counters, limiter);
      const died = { 'requests-day': 1, 'tokens-day': 0, concurrent: 0, 'usd-month': 0 };
      expect(await counts()).toEqual(died);
      const holds = new EarlierHolds({ limiter, counters, clock: systemClock }, runtime);
      const held = holds.take(likely(30, 700));
      await expect
        .poll(counts)
        .toEqual({ ...died, 'tokens-day': 30, concurrent: 1, 'usd-month': 700 });
      held.settle({ ...NO_USE, tokens: 8, cost: 500 });
      await expect.poll(counts).toEqual({ ...died, 'tokens-day': 8, 'usd-month': 500 });
      await counters.close();
      await server.stop();
    },
  );
});
