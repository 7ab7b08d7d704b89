import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import fc from 'fast-check';
import { healthReport } from '@aicp/contracts/poll/health-report';
import { describe, expect, it } from 'vitest';
import { AttemptRecord } from './attempt-record.ts';
import { afterChange, NOT_HEARD_OF } from './counting.ts';
import { candidateStats } from './candidate-stats.ts';
import { HealthBook } from './health-book.ts';
import { RetryBudget } from './retry-budget.ts';
import { RollingCounts } from './rolling-counts.ts';
import { RollingTimes } from './rolling-times.ts';

const start = () => new ManualClock(0);

describe('rolling counts', () => {
  it('are of the last minute, to ten seconds, whatever the pauses', () => {
    const step = fc.record({ wait: fc.nat(90_000), amount: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const counts = new RollingCounts(2);
        const all: { at: number; amount: number }[] = [];
        let now = 0;
        for (const { wait, amount } of steps) {
          now += wait;
          counts.add(now, 1, amount);
          all.push({ at: now, amount });
          const first = Math.floor(now / 10_000) - 5;
          const recent = all.filter(({ at }) => Math.floor(at / 10_000) >= first);
          expect(counts.sum(now, 1)).toBe(recent.reduce((sum, one) => sum + one.amount, 0));
          expect(counts.sum(now, 0)).toBe(0);
        }
      }),
    );
  });

  it('know of the first that is counted at once', () => {
    const times = new RollingTimes();
    expect(times.times(5).answers).toBe(0);
    times.add(5, 30);
    expect(times.times(5)).toMatchObject({ answers: 1, meanMs: 30 });
  });

  it('tell percentiles within a fifth', () => {
    const ms = fc.double({ min: 1, max: 3_000_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(ms, { minLength: 1, maxLength: 60 }), (list) => {
        const times = new RollingTimes();
        for (const one of list) times.add(5, one);
        const sorted = list.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
        const { p95Ms = 0, meanMs = 0 } = times.times(5);
        expect(p95Ms / exact).toBeGreaterThan(0.83);
        expect(p95Ms / exact).toBeLessThan(1.2);
        expect(meanMs).toBeCloseTo(list.reduce((sum, one) => sum + one, 0) / list.length, 3);
      }),
    );
  });
});

it('retries cost a fifth of a request each, beyond what is saved and three a second', async () => {
  const clock = start();
  const budget = new RetryBudget(clock);
  const takeAll = () => {
    let taken = 0;
    while (budget.take()) taken += 1;
    return taken;
  };
  expect(takeAll()).toBe(60);
  for (let request = 0; request < 100; request += 1) budget.earn();
  expect(takeAll()).toBe(20);
  await clock.advance(4000);
  expect(takeAll()).toBe(12);
});

describe('the health of what is asked', () => {
  const bookAt = (clock: ManualClock) => new HealthBook({ clock, random: () => 1 });
  const targetsOf = (book: HealthBook, ...credentials: string[]) => {
    const targets = credentials.map((credential) =>
      book.target({ provider: 'p', address: 'a', credential, client: CLIENT }),
    );
    const model = book.model('m');
    book.commit();
    return { targets, model };
  };
  const CLIENT = {};

  function setUp() {
    const clock = start();
    const book = bookAt(clock);
    const { targets, model } = targetsOf(book, 'one', 'two');
    const [one, two] = targets as [(typeof targets)[0], (typeof targets)[0]];
    return {
      clock,
      book,
      one,
      two,
      model,
      attempt: (target = one) => new AttemptRecord({ clock, target, model }),
    };
  }

  it('counts a provider’s faults for all its credentials', () => {
    const { one, two, attempt } = setUp();
    for (const target of [one, two, one, two, one])
      attempt(target).failed('connection', 'provider');
    expect([one.state, two.state]).toEqual(['open', 'open']);
    expect([one.circuit.state, one.provider.circuit.state]).toEqual(['closed', 'open']);
  });

  it('leaves a provider open whose answer to the probe begins and breaks off', async () => {
    const { clock, one, attempt } = setUp();
    for (let count = 0; count < 5; count += 1) attempt().failed('connection', 'provider');
    await clock.advance(1000);
    const probe = attempt();
    probe.began();
    expect(one.state).toBe('closed');
    probe.failed('broken', 'provider');
    expect(one.state).toBe('open');
  });

  it('counts what a credential is refused for this credential alone', () => {
    const { one, two, attempt } = setUp();
    for (let count = 0; count < 5; count += 1) attempt().failed('credential', 'credential');
    expect([one.state, two.state]).toEqual(['open', 'closed']);
    attempt(two).failed('busy', 'credential', 3000);
    expect([two.state, two.openUntil]).toEqual(['open', 3000]);
  });

  it('of a model that uses another’s upstream is that one’s as well', () => {
    const { clock, book, one } = setUp();
    const base = book.model('base');
    const model = book.model('own', { base: 'base' });
    book.commit();
    new AttemptRecord({ clock, target: one, model }).failed('timeout', 'provider');
    new AttemptRecord({ clock, target: one, model: base }).answered();
    const stats = candidateStats(book);
    const of = (name: string) => stats.errorRate({ name } as RoutingModel);
    expect([of('own'), of('base'), of('gone')]).toEqual([1, 0.5, undefined]);
    expect(stats.inFlight({ name: 'base' } as RoutingModel)).toBe(0);
  });

  it('of a model that gives less time than another whose upstream it uses is its own alone', () => {
    const { clock, book, one } = setUp();
    const base = book.model('base');
    const model = book.model('own', { base: 'base' });
    book.commit();
    for (let count = 0; count < 50; count += 1)
      new AttemptRecord({ clock, target: one, model }).failed('timeout', 'model');
    expect([one.state, one.failures, one.inFlight]).toEqual(['closed', 0, 0]);
    expect([model.errorRate, base.errorRate, base.inFlight]).toEqual([1, undefined, 0]);
  });

  it('has no time in it in which the client kept the provider waiting', async () => {
    const { clock, one, model } = setUp();
    const began: number[] = [];
    const hear = (startedAt: number) => began.push(startedAt);
    model.watchers = [{ answered: hear, failed: hear, began: hear }];
    await clock.advance(100);
    const attempt = new AttemptRecord({ clock, target: one, model });
    await clock.advance(200);
    attempt.paused();
    attempt.paused();
    await clock.advance(10_000);
    attempt.resumed();
    attempt.resumed();
    await clock.advance(300);
    attempt.paused();
    await clock.advance(5_000);
    attempt.answered();
    expect([attempt.tookMs, began]).toEqual([500, [100]]);
    expect(model.times.meanMs).toBe(500);
  });

  it('of an answer that broke off at the end of its request’s time is the provider’s only where it had that time', async () => {
    const { clock, attempt } = setUp();
    const [read, unread] = [attempt(), attempt()];
    await clock.advance(100);
    unread.paused();
    await clock.advance(200);
    for (const one of [read, unread]) one.failed('broken', 'nobody');
    expect([read.outcome, read.reason]).toEqual(['broken', 'broken']);
    expect([unread.outcome, unread.reason]).toEqual(['dropped', undefined]);
  });

  it('holds nothing against anybody that is the caller’s or ours', () => {
    const { one, model, attempt } = setUp();
    for (let count = 0; count < 50; count += 1) {
      attempt().refused();
      attempt().failed('overloaded', 'nobody');
      attempt().dropped();
    }
    expect([one.state, one.failures, model.failures, one.inFlight]).toEqual(['closed', 0, 0, 0]);
  });

  it('is told in figures of the last minute', async () => {
    const { clock, book, model, attempt } = setUp();
    const attempts = [attempt(), attempt(), attempt()];
    expect(model.inFlight).toBe(3);
    await clock.advance(100);
    attempts[0]?.began();
    await clock.advance(300);
    attempts[0]?.answered();
    attempts[0]?.failed('broken', 'provider');
    attempts[1]?.failed('timeout', 'provider');
    attempts[2]?.dropped();
    model.used(70);
    expect([model.inFlight, model.errorRate, model.times.meanMs]).toEqual([0, 0.5, 400]);
    expect(model.tokensThisMinute).toBe(70);
    const [provider] = book.summary().providers;
    expect(provider).toEqual({
      provider: 'p',
      credential: 'one',
      circuit: 'closed',
      attempts: 2,
      failures: 1,
      reason: 'timeout',
    });
    const [told] = book.summary().models;
    expect(told).toMatchObject({ model: 'm', attempts: 2, failures: 1 });
    expect(Math.abs((told?.p95_ms ?? 0) - 400)).toBeLessThan(80);
    expect(Math.abs((told?.ttft_p95_ms ?? 0) - 100)).toBeLessThan(20);
    await clock.advance(70_000);
    expect(book.summary()).toMatchObject({ providers: [], models: [] });
  });

  it('is told of what is let alone without requests too, for some minutes', async () => {
    const { clock, book, attempt } = setUp();
    for (let count = 0; count < 5; count += 1) attempt().failed('connection', 'provider');
    await clock.advance(300_000);
    const { providers } = book.summary();
    expect(providers[0]).toMatchObject({ circuit: 'open', attempts: 0, reason: 'connection' });
    expect(healthReport.safeParse(book.summary()).error).toBeUndefined();
    await clock.advance(600_000);
    expect(book.summary().providers).toEqual([]);
  });

  it('stays from snapshot to snapshot, and goes with its object, its address or its credential', () => {
    const { book, one, model, attempt } = setUp();
    for (let count = 0; count < 5; count += 1) attempt().failed('connection', 'provider');
    const again = targetsOf(book, 'one', 'two');
    expect([again.targets[0], again.model]).toEqual([one, model]);
    expect(again.targets[0]).toBe(one);
    book.target({ provider: 'p', address: 'b', credential: 'one', client: CLIENT });
    book.rollback();
    expect(book.summary().providers).toHaveLength(2);
    const rotated = book.target({ provider: 'p', address: 'a', credential: 'one', client: {} });
    expect([rotated.attempts, rotated.state]).toEqual([0, 'open']);
    book.commit();
    const moved = book.target({ provider: 'p', address: 'b', credential: 'one', client: CLIENT });
    expect(moved.state).toBe('closed');
    book.commit();
    book.commit();
    expect(book.targets()).toEqual([]);
  });
});

describe('where a replica counts', () => {
  it.each([
    ['connect ECONNREFUSED 10.0.0.9:6379', 'connection refused'],
    ['getaddrinfo ENOTFOUND redis.internal', 'unknown name'],
    ['WRONGPASS invalid username-password pair or user is disabled.', 'wrong password'],
    ['NOAUTH Authentication required.', 'wrong password'],
    ["NOPERM this user has no permissions to run the 'evalsha' command", 'not permitted'],
    ['All sentinels are unreachable: connect ETIMEDOUT', 'no answer'],
    ['no answer within 100 ms', 'no answer'],
    ['Connection is closed.', 'connection lost'],
    ['self-signed certificate in certificate chain', 'wrong certificate'],
    ['what answers there is no Redis', 'what answers there is no Redis'],
    ['it was emptied', 'it was emptied'],
    ['something else of redis.internal', undefined],
  ])('is told without addresses: %s', (reason, told) => {
    const after = afterChange({ mode: 'shared', evicts: true }, { kind: 'lost', reason });
    expect(after).toEqual({ mode: 'alone', reason: told, evicts: true });
    const counters = { ...after, reason: told };
    expect(
      healthReport.parse({ at: new Date(0).toISOString(), providers: [], models: [], counters }),
    ).toMatchObject({ counters });
  });

  it('changes with the store, and not with what is told already', () => {
    const back = afterChange(NOT_HEARD_OF, { kind: 'back' });
    expect(back).toEqual({ mode: 'shared' });
    const evicting = afterChange(back, { kind: 'policy', policy: 'allkeys-lru', evicts: true });
    expect(evicting).toEqual({ mode: 'shared', evicts: true });
    expect(afterChange(evicting, { kind: 'back' })).toBe(evicting);
  });
});
