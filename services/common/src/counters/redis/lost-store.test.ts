import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../time/clock.ts';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { Taken } from '../counters.ts';
import { NOON } from '../testing/model.ts';
import { redisProgram, RedisServer } from '../testing/redis-server.ts';
import { openReplica, type Replica } from '../testing/replica.ts';
import { AT_ONCE } from '../testing/times-at-once.ts';
import { reasonOf, type Store } from './store.ts';

const program = redisProgram();
const REQUEST: Demand = {
  counter: 'global:requests',
  window: { kind: 'minute' },
  limit: 100,
  amount: 1,
  isHeld: false,
};
const HELD: Demand = {
  ...REQUEST,
  counter: 'held',
  window: { kind: 'now' },
  limit: 1,
  isHeld: true,
};

/** A clock that goes on from noon, so that no window ends while these tests run. */
const began = performance.now();
const fromNoon = (jump = 0): number => Math.floor(NOON + jump + performance.now() - began);

const passed = (answers: readonly Taken[]): number =>
  answers.filter(({ isTaken }) => isTaken).length;

it('a connection that was cut is told as such, and not as a setting of the client', async () => {
  const client = new Redis({ lazyConnect: true, enableOfflineQueue: false });
  const why = await client.get('any').catch(reasonOf);
  client.disconnect();
  const cut = new Error('Reached the max retries per request limit (which is 0). Refer to …');
  expect([why, reasonOf(cut)]).toEqual(['the connection was lost', 'the connection was lost']);
});

it('who starts asks again in time, however long a server says that counts are gathered still', async () => {
  const answer = (): Promise<Buffer> =>
    Promise.resolve(Buffer.from(Float64Array.of(NOON, 1e300).buffer));
  const store: Store = {
    isReady: true,
    fault: undefined,
    run: answer,
    runForBytes: answer,
    evictionPolicy: () => Promise.resolve(undefined),
    reconnect: () => undefined,
    close: () => undefined,
  };
  const waits: number[] = [];
  const clock = {
    ...systemClock,
    monotonic: () => 20 * systemClock.monotonic(),
    sleep: (ms: number, signal?: AbortSignal) => {
      waits.push(ms);
      return systemClock.sleep(Math.min(ms, 20), signal);
    },
  };
  const where = { url: 'redis://127.0.0.1:1', installation: 'forever' };
  const { take, counters } = await openReplica(where, { store, clock, times: AT_ONCE });
  expect((await take([REQUEST])).isTaken).toBe(true);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
  await counters.close();
});

it('who cannot come in tells that once, where nothing is heard of the store too, and each further reason as such', async () => {
  const store: Store & { fault: string | undefined } = {
    isReady: false,
    fault: undefined,
    run: () => expect.unreachable(),
    runForBytes: () => expect.unreachable(),
    evictionPolicy: () => expect.unreachable(),
    reconnect: () => undefined,
    close: () => undefined,
  };
  const clock = { ...systemClock, monotonic: () => 20 * systemClock.monotonic() };
  const where = { url: 'redis://127.0.0.1:1', installation: 'hangs' };
  const { changes, counters, log } = await openReplica(where, { store, clock, times: AT_ONCE });
  const told = (): unknown[] =>
    log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => String(event).startsWith('counters_'))
      .map(({ level, event, reason }) => [level, event, reason]);
  const [lost, still] = [
    ['warn', 'counters_lost', 'not connected yet'],
    ['warn', 'counters_still_lost', 'refused'],
  ];
  expect(told()).toEqual([lost]);
  store.fault = 'refused';
  await expect.poll(told).toEqual([lost, still]);
  expect(changes.map(({ kind }) => kind)).toEqual(['lost', 'lost']);
  await counters.close();
});

describe.skipIf(program === undefined)('counters in Redis that is lost', () => {
  let server: RedisServer;
  let replicas: Replica[] = [];
  const open = async (options: Parameters<typeof openReplica>[1] = {}): Promise<Replica> => {
    const times = { ...AT_ONCE, ...options.times };
    const replica = await openReplica(
      { url: server.url, installation: 'lost' },
      { ...options, times },
    );
    replicas.push(replica);
    return replica;
  };
  const four = async (options: Parameters<typeof openReplica>[1]): Promise<Replica[]> =>
    await Promise.all([open(options), open(options), open(options), open(options)]);
  const ask = async (each: number, demand = REQUEST): Promise<Taken[]> =>
    await Promise.all(
      replicas.flatMap(({ take }) => Array.from({ length: each }, () => take([demand]))),
    );
  const allAreBack = async (): Promise<void> => {
    await expect
      .poll(() => replicas.map(({ counters }) => counters.lostBecause))
      .toEqual(replicas.map(() => undefined));
  };
  beforeEach(async () => {
    server = await RedisServer.start(program ?? '');
  });
  afterEach(async () => {
    for (const { counters } of replicas) await counters.close();
    replicas = [];
    await server.stop();
  });

  it('four replicas let exactly the limit of 2,000 requests at once pass', async () => {
    await four({ time: () => fromNoon() });
    expect(passed(await ask(500))).toBe(100);
  });

  it('counts once what a replica counted while it was out and others were told meanwhile', async () => {
    let isCut = false;
    const unlessCut = (run: () => Promise<unknown>) =>
      isCut ? Promise.reject(new Error('cut')) : run();
    const cut = (store: Store): Store => ({
      isReady: true,
      fault: undefined,
      run: (script, ...values) => unlessCut(() => store.run(script, ...values)),
      runForBytes: (script, ...values) => unlessCut(() => store.runForBytes(script, ...values)),
      evictionPolicy: () => store.evictionPolicy(),
      reconnect: () => {
        store.reconnect();
      },
      close: () => {
        store.close();
      },
    });
    const [one, other] = [await open({ through: cut }), await open()];
    const window = { kind: 'period', startsMs: 0, endsMs: Date.now() + 86_400_000 } as const;
    const money = { counter: 'c:usd-month', window, limit: 100, amount: 10, isHeld: false };
    const left = async (least: number) => {
      const { standings } = await other.take([{ ...money, amount: 0, base: 0, least }]);
      return standings[0]?.remaining;
    };
    await one.take([{ ...money, base: 0 }]);
    await other.take([{ ...money, base: 0 }]);
    isCut = true;
    await one.take([{ ...money, amount: 15, base: 0 }]);
    // Of these, 25 were used by the one that is out, 10 here, and 15 by some that ended meanwhile.
    expect(await left(50)).toBe(50);
    isCut = false;
    await allAreBack();
    expect(await left(0)).toBe(50);
  });

  it('gives out of money what was left of it when the store was lost, and not what was spent', async () => {
    await four({ time: () => fromNoon() });
    const window = { kind: 'period', startsMs: NOON - 1, endsMs: NOON + 86_400_000 } as const;
    const money = { ...REQUEST, counter: 'key/k:usd-1d', window, amount: 1, isHeld: true };
    expect(passed(await ask(15, money))).toBe(60);
    await ask(1, { ...money, amount: 0 });
    await server.kill();
    expect(passed(await ask(50, money))).toBe(40);
  });

  it('killed in mid-run: at most limit × (2 − 1/n) pass in that window, and the limit in the next ones, with and without it', async () => {
    let jump = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + jump };
    await four({ time: () => fromNoon(jump), clock });
    const early = await Promise.all(
      replicas.slice(0, 1).flatMap(({ take }) => Array.from({ length: 60 }, () => take([REQUEST]))),
    );
    const during = ask(200);
    await server.kill();
    const alone = await ask(200);
    const inThat = passed([...early, ...(await during), ...alone]);
    const large = await replicas[0]?.take([{ ...REQUEST, counter: 'large', amount: 26 }]);
    expect(large).toMatchObject({ isLost: true, standings: [{ limit: 25, remaining: 25 }] });
    expect(inThat).toBeGreaterThanOrEqual(100);
    expect(inThat).toBeLessThanOrEqual(175);
    jump = 60_000;
    expect(passed(await ask(200))).toBe(100);
    await server.resume();
    await allAreBack();
    expect(passed(await ask(200))).toBe(0);
    jump = 120_000;
    expect(passed(await ask(200))).toBe(100);
  });

  it('a server that does not answer holds up the requests of one deadline, and hears afterwards what was counted without it', async () => {
    const replica = await open({ times: { deadlineMs: 250 }, time: () => fromNoon() });
    await replica.take([{ ...REQUEST, limit: 8 }]);
    server.signal('SIGSTOP');
    const asked = performance.now();
    const waited = await replica.take([{ ...REQUEST, limit: 8 }, HELD]);
    expect(performance.now() - asked).toBeGreaterThanOrEqual(249);
    const answers: Taken[] = [];
    replica.counters.take([{ ...REQUEST, limit: 8 }], (taken) => answers.push(taken));
    // 2 of 8 are this replica's share of four, and both are gone.
    expect([waited.isTaken, ...answers.map(({ isTaken }) => isTaken)]).toEqual([true, false]);
    if (waited.isTaken) waited.hold.settle([]);
    server.signal('SIGCONT');
    await allAreBack();
    expect(await replica.counters.peek([{ ...REQUEST, limit: 8 }, HELD])).toMatchObject({
      standings: [{ remaining: 6 }, { remaining: 1 }],
    });
    expect(replica.changes.map(({ kind }) => kind)).toEqual(['back', 'policy', 'lost', 'back']);
    expect(replica.log.join('')).toMatch(/"level":"warn".*no answer within 250 ms.*counters_lost/);
    const metrics = await replica.registry.metrics();
    expect(metrics).toMatch(/aicp_counters_connected\{.*\} 1/);
    expect(metrics).toMatch(/aicp_counters_resyncs_total\{.*\} 2/);
    expect(metrics).toMatch(/aicp_counters_local_decisions_total\{.*taken.*\} 1/);
  });

  it('a server that was emptied on a living connection gets all that its replicas counted, once', async () => {
    await four({ time: () => fromNoon() });
    const burst: Demand = { ...REQUEST, counter: 'b', window: { kind: 'sliding', ms: 60_000 } };
    const demands = [REQUEST, { ...HELD, limit: 9 }, burst];
    for (const { take } of replicas) expect((await take(demands)).isTaken).toBe(true);
    const other = new Redis(server.port);
    const [one] = replicas;
    const timesLost = (): number =>
      replicas.flatMap(({ changes }) => changes).filter(({ kind }) => kind === 'lost').length;
    for (const emptied of [true, false, true]) {
      const before = timesLost();
      if (emptied) await other.flushall();
      else await other.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      // Who asks for nothing until it has a new connection does not notice that the old one went.
      await one?.counters.peek(demands);
      await expect.poll(timesLost).toBeGreaterThan(before);
      await allAreBack();
      await expect
        .poll(async () => await one?.counters.peek(demands))
        .toMatchObject({ standings: [{ remaining: 96 }, { remaining: 5 }, { remaining: 96 }] });
    }
    other.disconnect();
  });

  it('what a replica held that was killed is given back when it has been silent for its time', async () => {
    const own = await openReplica({ url: server.url, installation: 'killed' }, { times: AT_ONCE });
    replicas.push(own);
    const program = new URL('../testing/holding-replica.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [program, server.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const demands = [HELD, { ...HELD, window: { kind: 'day', starts: [0] } as const }];
    expect(await own.take(demands)).toMatchObject({ isTaken: false, refusedBy: [0, 1] });
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    const died = performance.now();
    await expect.poll(async () => (await own.take(demands)).isTaken, { interval: 20 }).toBe(true);
    expect(performance.now() - died).toBeLessThan(AT_ONCE.deadMs + 1_000);
  });

  it('a server that throws counts away when it is full is told of, and when it no longer does', async () => {
    const replica = await open({ times: { policyMs: 50 } });
    const other = new Redis(server.port);
    await other.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await expect
      .poll(() => replica.changes.at(-1))
      .toEqual({ kind: 'policy', policy: 'allkeys-lru', evicts: true });
    expect(replica.log.join('')).toContain('counters_may_be_evicted');
    await other.config('SET', 'maxmemory-policy', 'noeviction');
    await expect
      .poll(() => replica.changes.at(-1))
      .toEqual({ kind: 'policy', policy: 'noeviction', evicts: false });
    other.disconnect();
  });
});
