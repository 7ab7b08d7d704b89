import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNLIMITED } from '@aicp/contracts/budgets/unlimited';
import type { Demand } from '@aicp/contracts/limits/demands';
import { systemClock } from '../../time/clock.ts';
import { action, manualClock, Pair, type ManualClock } from '../testing/model.ts';
import { redisProgram, RedisServer } from '../testing/redis-server.ts';
import { openReplica, type Replica } from '../testing/replica.ts';
import { follow } from '../testing/steps.ts';
import { VECTORS } from '../testing/vectors.ts';

const program = redisProgram();

describe.skipIf(program === undefined)('counters in Redis', () => {
  let server: RedisServer;
  const replicas: Replica[] = [];
  const open = async (installation: string, options: Parameters<typeof openReplica>[1] = {}) => {
    const replica = await openReplica({ url: server.url, installation }, options);
    replicas.push(replica);
    return replica;
  };
  beforeAll(async () => {
    server = await RedisServer.start(program ?? '');
  });
  afterAll(async () => {
    for (const { counters } of replicas) await counters.close();
    await server.stop();
  });

  it.each(VECTORS)('$name', async ({ name, steps }) => {
    const clock = manualClock();
    const { take } = await open(name, { time: clock.now });
    await follow(steps, clock, take);
  });

  it('count as a list of all that was ever taken does, whatever the order of events', async () => {
    const time = { clock: manualClock() };
    const { take } = await open('model', { time: () => time.clock.now() });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        run += 1;
        const clock: ManualClock = manualClock();
        time.clock = clock;
        const named = (demand: Demand): Demand => ({
          ...demand,
          counter: `${String(run)} ${demand.counter}`,
        });
        const pair = new Pair(clock, (demands) => take(demands.map(named)));
        for (const one of actions) if (!('stepsTo' in one)) await pair.run(one);
      }),
      { numRuns: 40 },
    );
  });

  it('count what was used of a period before anybody counted there once, and give out nothing until somebody knows it', async () => {
    const window = { kind: 'period', startsMs: 0, endsMs: Date.now() + 3_600_000 } as const;
    const money = { counter: 'team//ml:usd-month', window, limit: 100, amount: 10, isHeld: true };
    const [one, other] = [await open('base'), await open('base')];
    expect(await one.take([{ ...money, base: -1 }])).toMatchObject({
      isTaken: false,
      standings: [{ remaining: 0 }],
    });
    expect(await other.take([{ ...money, base: 75 }])).toMatchObject({
      isTaken: true,
      standings: [{ remaining: 15 }],
    });
    expect(await one.take([{ ...money, base: -1 }])).toMatchObject({
      isTaken: true,
      standings: [{ remaining: 5 }],
    });
    expect(await one.take([{ ...money, amount: 5, base: 20 }])).toMatchObject({
      isTaken: true,
      standings: [{ remaining: 0 }],
    });
    expect(one.counters.cell(money)).toMatchObject({ used: 0, held: 15 });
  });

  it('count what others know to be used and no replica counts here, once, and what has no limit whatever anybody knows', async () => {
    const window = { kind: 'period', startsMs: 0, endsMs: Date.now() + 3_600_000 } as const;
    const money = { counter: 'team//ml:usd-month', window, limit: 100, amount: 10, isHeld: false };
    const one = await open('least');
    const left = async (more: Partial<Demand>) =>
      (await one.take([{ ...money, ...more }])).standings[0]?.remaining;
    expect(await left({ base: -1, limit: UNLIMITED, amount: 5 })).toBe(UNLIMITED - 5);
    expect(await left({ base: 20, least: 5 })).toBe(65);
    expect(await left({ base: 0, least: 35 })).toBe(55);
    expect(await left({ base: 0, least: 60 })).toBe(30);
    expect(await left({ base: -1, least: 0 })).toBe(20);
    expect(await left({ base: 0, least: 99 })).toBe(1);
    expect(await one.take([{ ...money, counter: 'other', base: -1 }])).toMatchObject({
      standings: [{ isUnknown: true }],
    });
  });

  it('know at once what they were last told, and what they counted since', async () => {
    const clock = manualClock();
    const time = clock.now;
    const one = await open('known', { time, clock: { ...systemClock, ...clock } });
    const other = await open('known', { time, clock: { ...systemClock, ...clock } });
    const requests: Demand = {
      counter: 'c:requests',
      window: { kind: 'minute' },
      limit: 10,
      amount: 3,
      isHeld: false,
    };
    const tokens = { ...requests, counter: 'c:tokens', limit: 100, amount: 40, isHeld: true };
    const burst: Demand = { ...requests, window: { kind: 'sliding', ms: 1000 } };
    const all = [requests, tokens, burst];
    const left = ({ counters }: Replica) => counters.known(all).map((it) => it?.remaining);
    expect(left(one)).toEqual([undefined, undefined, undefined]);
    const taken = await one.take(all);
    await other.take(all);
    expect([left(one), left(other)]).toEqual([
      [7, 60, undefined],
      [4, 20, undefined],
    ]);
    if (taken.isTaken) taken.hold.settle([{ index: 1, amount: 5 }]);
    expect(left(one)).toEqual([7, 95, undefined]);
    expect((await one.take([{ ...requests, amount: 9 }])).isTaken).toBe(false);
    expect(left(one)).toEqual([4, 95, undefined]);
    expect(one.counters.known(all)[0]?.resetMs).toBe(60_000);
    clock.pass(60_000);
    expect(left(one)).toEqual([undefined, undefined, undefined]);
  });

  it('let no more through in any time where the server’s clock steps back', async () => {
    const clock = manualClock();
    const { take } = await open('steps', { time: clock.now });
    const demand: Demand = {
      counter: 'c',
      window: { kind: 'sliding', ms: 1_600 },
      limit: 2,
      amount: 1,
      isHeld: false,
    };
    expect((await take([demand])).isTaken).toBe(true);
    clock.step(-3_600_000);
    expect((await take([demand])).isTaken).toBe(true);
    clock.pass(1_600);
    expect((await take([demand])).isTaken).toBe(false);
    clock.pass(100);
    expect((await take([demand])).isTaken).toBe(true);
  });

  it('go on where somebody wrote among those who live whom nobody knows', async () => {
    const clock = manualClock();
    const options = { time: clock.now };
    const [one, other] = [await open('wild', options), await open('wild', options)];
    const place: Demand = {
      counter: 'c',
      window: { kind: 'now' },
      limit: 1,
      amount: 1,
      isHeld: true,
    };
    expect((await other.take([place])).isTaken).toBe(true);
    const live = '{aicp:wild}:live';
    const many = Array.from({ length: 9_000 }, (_, index) => ['+inf', `wild${String(index)}`]);
    const soon = String(clock.now() + 3_600_000);
    await server.call('ZADD', live, '+inf', '!', soon, 'soon', ...many.flat());
    expect((await one.take([place])).isTaken).toBe(false);
    const third = await open('wild', options);
    expect([one, other, third].map(({ counters }) => counters.lostBecause)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const late = String(clock.now() + 1);
    expect(await server.call('ZCOUNT', live, late, '+inf')).toBe('0');
    expect(await server.call('ZCARD', live)).toBe('4');
  });

  it('look without taking', async () => {
    const { counters, take } = await open('look');
    const demand: Demand = {
      counter: 'c',
      window: { kind: 'now' },
      limit: 2,
      amount: 2,
      isHeld: true,
    };
    expect(await counters.peek([demand])).toEqual({
      standings: [{ remaining: 2, held: 0, resetMs: 1_000 }],
      refusedBy: [],
      retryAfterMs: 0,
    });
    expect((await take([demand])).isTaken).toBe(true);
    expect(await counters.peek([demand])).toMatchObject({ refusedBy: [0], retryAfterMs: 1_000 });
  });
});
