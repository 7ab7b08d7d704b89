import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { systemClock } from '@aicp/common/time/clock';
import { RateLimits } from '@aicp/contracts/limits/rate-limits';
import { describe, expect, it } from 'vitest';
import type { Routed } from '../pipeline/exchange/phases.ts';
import type { Refusal } from '../pipeline/exchange/refusal.ts';
import type { Undo } from '../pipeline/exchange/stage.ts';
import { limit } from '../pipeline/limit.ts';
import { reached } from '../pipeline/limits/limited-request.ts';
import { limitsOf } from '@aicp/contracts/limits/limit';
import { rateLimit } from '../testing/fragments.ts';
import { Place } from '../memory/admission.ts';
import { Holders } from '../memory/holders.ts';
import { WITHOUT_BUDGETS } from '../testing/budgets.ts';
import { principal } from '../testing/request-facts.ts';
import { TokenEstimator } from '../usage/token-estimator.ts';
import { toLimits } from '../usage/token-limits.ts';
import { ClaimedUsers } from './claimed-users.ts';
import { Limiter } from './limiter.ts';
import { durationOf } from './rate-limit-headers.ts';

describe('users whom only requests name', () => {
  const names = (users: ClaimedUsers, organization: string, count: number, day = 0) =>
    new Set(
      Array.from({ length: count }, (_, n) => {
        const [user, dayStarts] = [`u${n}`, day];
        const name = users.nameOf(user, organization, dayStarts);
        users.keep({ user, name, organization, dayStarts });
        return name;
      }),
    );

  it('have a bounded number of counts: a count each at first, and shared ones then', () => {
    const users = new ClaimedUsers();
    const found = names(users, 'acme', 20_000);
    expect(found.size).toBe(4096 + 256);
    expect(users.nameOf('u0', 'acme', 0)).toBe('as:u0');
    expect(users.nameOf('u19999', 'acme', 0)).toMatch(/^of-many:\d+$/);
    expect(users.nameOf('u19999', 'acme', 0)).toBe(users.nameOf('u19999', 'acme', 0));
    expect(names(users, 'globex', 10).size).toBe(10);
  });

  it('are taken up by requests that were taken, and by nobody who asks', () => {
    const users = new ClaimedUsers();
    for (let n = 0; n < 5000; n += 1) users.nameOf(`u${n}`, 'acme', 0);
    expect(users.nameOf('u4999', 'acme', 0)).toBe('as:u4999');
    expect(users.counterOf('claimed/acme/as:a:b/c:tokens', 0)).toBe('claimed/acme/as:a:b/c:tokens');
    names(users, 'acme', 4096);
    expect(users.counterOf('claimed/acme/as:u0:tokens', 0)).toBe('claimed/acme/as:u0:tokens');
    const shared = users.nameOf('a:b/c', 'acme', 0);
    expect(shared).toMatch(/^of-many:/);
    const counter = users.counterOf('claimed/acme/as:a:b/c:burst-10', 0);
    expect(counter).toBe(`claimed/acme/${shared}:burst-10`);
    expect(users.counterOf('key/acme/as:u:tokens', 0)).toBe('key/acme/as:u:tokens');
  });

  it('are counted, and asked about, as the next request of theirs is', async () => {
    const policies = [rateLimit('users', { scope: 'user', rpm: 1 })];
    const rateLimits = new RateLimits({
      policies,
      teams: [],
      globalRpm: undefined,
      timeZone: 'UTC',
    });
    const at = Date.UTC(2026, 4, 5, 12);
    const clock = { now: () => at, monotonic: () => 0 };
    const limiter = new Limiter(new MemoryCounters(clock), new Holders());
    const by = {
      rateLimits,
      principal: principal({ user: undefined }),
      model: undefined,
      tokens: 0,
      at,
    };
    const take = (user: string): boolean => {
      let isTaken = false;
      limiter.take(limiter.plan({ ...by, user }), (taken) => ({ isTaken } = taken));
      return isTaken;
    };
    const refusedBy = async (user: string) => {
      const [own] = new Limiter(new MemoryCounters(clock), new Holders()).plan({
        ...by,
        user,
      }).demands;
      return (await limiter.peekNamed([own!], Date.UTC(2026, 4, 5))).refusedBy;
    };
    for (let n = 0; n < 5000; n += 1) limiter.plan({ ...by, user: `dry${n}` });
    for (let n = 0; n < 4096; n += 1) expect(take(`u${n}`)).toBe(true);
    expect([take('u0'), await refusedBy('u0')]).toEqual([false, [0]]);
    expect(await refusedBy('late')).toEqual([]);
    expect([take('late'), take('late')]).toEqual([true, false]);
    expect(await refusedBy('late')).toEqual([0]);
  });

  it('begin anew with the day', () => {
    const users = new ClaimedUsers();
    names(users, 'acme', 5000);
    expect(users.nameOf('u4999', 'acme', 1)).toBe('as:u4999');
  });

  it('are never those that are shared', () => {
    expect(new ClaimedUsers().nameOf('of-many:1', 'acme', 0)).toBe('as:of-many:1');
  });
});

it.each([
  [0, '0ms'],
  [19.5, '20ms'],
  [1000, '1s'],
  [1001, '2s'],
  [360_000, '6m0s'],
  [86_399_000, '23h59m59s'],
])('%d ms are written %s', (ms, text) => {
  expect(durationOf(ms)).toBe(text);
});

describe('a limit on concurrent requests', () => {
  const now = (counter: string, limit: number, amount = 1) => ({
    ...{ counter: `${counter}:concurrent`, limit, amount },
    ...{ window: { kind: 'now' as const }, isHeld: true },
  });

  it('is told to leave what the gateway leaves, bodies that are still to come included', async () => {
    const holders = new Holders();
    const clock = { now: () => 0, monotonic: () => 0 };
    const limiter = new Limiter(new MemoryCounters(clock), holders);
    const acme = { organization: 'acme', key: 'a' };
    const places = [acme, acme, { organization: undefined, key: 'b' }].map(
      (whose) => new Place(holders.of(whose)),
    );
    const demands = [
      ...[now('key/acme/a', 2), now('key/acme/a', 2, 0), now('key/b', 3), now('key/acme/b', 1)],
      ...[now('organization/acme', 5), now('organization/none', 1), now('team/acme/a', 1)],
      {
        ...now('key/acme/a', 1),
        counter: 'key/acme/a:requests',
        window: { kind: 'minute' as const },
      },
    ];
    const left = async () => {
      const told = [
        await limiter.peekNamed(demands, 0),
        await limiter.peek({ limits: [], money: [], at: 0, demands }),
      ];
      expect(told[0]).toEqual(told[1]);
      return told.map(({ standings, ...rest }) => [
        standings.map(({ remaining }) => remaining),
        rest,
      ])[0];
    };
    expect(await left()).toEqual([
      [0, 0, 2, 1, 3, 1, 1, 1],
      { refusedBy: [0], retryAfterMs: 1000 },
    ]);
    limiter.take(
      { limits: [], money: [], at: 0, demands: [now('key/acme/a', 2, 2)] },
      () => undefined,
    );
    for (const place of places) place.endTurn();
    expect(await left()).toEqual([
      [0, 0, 3, 1, 5, 1, 1, 1],
      { refusedBy: [0], retryAfterMs: 1000 },
    ]);
    expect(holders.keys).toBe(2);
  });
});

describe('the stage', () => {
  const source = { teams: [], globalRpm: undefined, timeZone: 'UTC' };
  const candidate = (unusable: string | undefined) => ({
    ...{ id: 'm', name: 'm', isPlatforms: true, base: undefined, limits: toLimits({}) },
    provider: { unusable },
  });

  function harness(tpd = 400, replicas = 1) {
    const policies = [rateLimit('each-key', { rpm: 1, tpd, concurrent: 1 })];
    const rateLimits = new RateLimits({ ...source, policies });
    const limiter = new Limiter(new MemoryCounters(systemClock, () => replicas), new Holders());
    const steps: object[] = [];
    const exchange = {
      at: systemClock.now(),
      runtime: { ...WITHOUT_BUDGETS, rateLimits },
      steps,
      gateway: { limiter, estimator: new TokenEstimator() },
    };
    const of = (maxTokens: number | undefined, key: string) =>
      ({
        exchange,
        principal: principal({ key }),
        input: { maxTokens, promptCharacters: 40, user: undefined },
        candidates: [candidate(undefined)],
      }) as unknown as Routed;
    return (maxTokens: number | undefined, key = 'alice') => {
      let outcome: { undo: Undo | undefined } | Refusal | undefined;
      limit.run(of(maxTokens, key), {
        pass: (_, undo) => {
          outcome = { undo };
        },
        refuse: (refusal) => {
          outcome = refusal;
        },
      });
      return outcome;
    };
  }

  it('gives everything back where a later stage refuses the request', () => {
    const ask = harness();
    for (const _ of [1, 2, 3]) {
      const passed = ask(100);
      if (!passed || !('undo' in passed) || !passed.undo) throw new Error('it passes');
      expect(ask(100)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
      passed.undo();
      passed.undo();
    }
  });

  it('takes up the name that a request claims where somebody can be asked, and else no more than the counts of many', () => {
    const rateLimits = new RateLimits({
      ...source,
      policies: [rateLimit('each-user', { scope: 'user', rpm: 1 })],
    });
    const limiter = new Limiter(new MemoryCounters(systemClock), new Holders());
    const gateway = { limiter, estimator: new TokenEstimator() };
    const exchange = {
      at: systemClock.now(),
      runtime: { ...WITHOUT_BUDGETS, rateLimits },
      steps: [],
      gateway,
    };
    const counters = new Set<string>();
    const ask = (user: string, ...unusable: (string | undefined)[]): string | undefined => {
      let counter: string | undefined;
      const routed = {
        exchange,
        principal: principal({ user: undefined }),
        input: { maxTokens: 1, promptCharacters: 40, user },
        candidates: unusable.map(candidate),
      } as unknown as Routed;
      limit.run(routed, {
        pass: ({ taken }) => {
          counter = taken?.limits[0]?.counter;
          if (!unusable.includes(undefined)) taken?.giveBack();
        },
        refuse: () => undefined,
      });
      counters.add(counter ?? '');
      return counter;
    };
    expect(ask('known', 'is switched off', undefined)).toContain('/as:known:');
    for (let n = 0; n < 6000; n += 1) ask(`nobody${n}`, 'is switched off', 'has no key');
    expect(counters.size).toBe(1 + 256);
    expect(ask('late', undefined)).toContain('/as:late:');
  });

  it('refuses nobody for good for an answer of which only the usual length is known', () => {
    const ask = harness(100);
    expect(ask(undefined)).toHaveProperty('undo');
    expect(ask(undefined, 'bob')).toHaveProperty('undo');
    expect(ask(91, 'carol')).toMatchObject({ headers: ['x-should-retry', 'false'] });
  });

  it('refuses for good what asks for more than this gateway’s share, and says what that is', () => {
    const ask = harness(400, 4);
    const refused = ask(200);
    expect(refused).toMatchObject({ status: 429, type: 'tokens', policy: 'each-key' });
    if (!refused || !('headers' in refused)) throw new Error('it is refused');
    expect(refused.message).toContain('here 100, and this request may take 210: send a shorter');
    const headers = refused.headers.join(' ');
    expect(headers).toContain('x-should-retry false');
    expect(headers).toContain('x-ratelimit-limit-tokens 100 x-ratelimit-remaining-tokens 100');
    expect(headers).not.toContain('retry-after');
    expect(ask(90)).toHaveProperty('undo');
    expect(ask(undefined, 'bob')).toHaveProperty('undo');
  });

  it('asks to come again in a minute for what is more than its share while the counters are lost', () => {
    const [limit] = limitsOf({ tpd: 400 }, 'global', { kind: 'settings' });
    const window = { kind: 'minute' } as const;
    const demand = { counter: '', window, limit: 400, amount: 200, isHeld: true };
    const resetMs = 80_000_000;
    const standings = [{ remaining: 100, resetMs, limit: 100 }];
    const lost = { standings, refusedBy: [0], retryAfterMs: resetMs, isLost: true };
    const { headers, message } = reached(
      { limits: [limit!], money: [], at: 0, demands: [demand] },
      lost,
    );
    expect(headers.slice(0, 4)).toEqual(['retry-after', '60', 'x-ratelimit-limit-tokens', '100']);
    expect(message).toMatch(/has lost the counts .* lets 100 pass .* may take 200\. .* in 60 s\./);
  });

  it('refuses for good what asks for more than there ever is, and takes nothing', () => {
    const ask = harness();
    expect(ask(391)).toMatchObject({ type: 'tokens', headers: ['x-should-retry', 'false'] });
    expect(ask(390)).toHaveProperty('undo');
    expect(ask(1, 'bob')).toHaveProperty('undo');
  });
});
