import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { systemClock } from '@aicp/common/time/clock';
import { RateLimits } from '@aicp/contracts/limits/rate-limits';
import { describe, expect, it } from 'vitest';
import type { Routed } from '../pipeline/exchange/phases.ts';
import type { Refusal } from '../pipeline/exchange/refusal.ts';
import type { Undo } from '../pipeline/exchange/stage.ts';
import { limit } from '../pipeline/limit.ts';
import { rateLimit } from '../testing/fragments.ts';
import { principal } from '../testing/request-facts.ts';
import { TokenEstimator } from '../usage/token-estimator.ts';
import { toLimits } from '../usage/token-limits.ts';
import { ClaimedUsers } from './claimed-users.ts';
import { Limiter } from './limiter.ts';
import { durationOf } from './rate-limit-headers.ts';

describe('users whom only requests name', () => {
  const names = (users: ClaimedUsers, organization: string, count: number, day = 0) =>
    new Set(Array.from({ length: count }, (_, n) => users.nameOf(`u${n}`, organization, day)));

  it('have a bounded number of counts: a count each at first, and shared ones then', () => {
    const users = new ClaimedUsers();
    const found = names(users, 'acme', 20_000);
    expect(found.size).toBe(4096 + 256);
    expect(users.nameOf('u0', 'acme', 0)).toBe('as:u0');
    expect(users.nameOf('u19999', 'acme', 0)).toMatch(/^of-many:\d+$/);
    expect(users.nameOf('u19999', 'acme', 0)).toBe(users.nameOf('u19999', 'acme', 0));
    expect(names(users, 'globex', 10).size).toBe(10);
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

describe('the stage', () => {
  const source = { teams: [], globalRpm: undefined, timeZone: 'UTC' };

  function harness(tpd = 400) {
    const policies = [rateLimit('each-key', { rpm: 1, tpd, concurrent: 1 })];
    const rateLimits = new RateLimits({ ...source, policies });
    const limiter = new Limiter(new MemoryCounters(systemClock));
    const steps: object[] = [];
    const exchange = {
      at: systemClock.now(),
      runtime: { rateLimits },
      steps,
      gateway: { limiter, estimator: new TokenEstimator() },
    };
    const of = (maxTokens: number | undefined, key: string) =>
      ({
        exchange,
        principal: principal({ key }),
        input: { maxTokens, promptCharacters: 40, user: undefined },
        candidates: [
          { id: 'm', name: 'm', isPlatforms: true, base: undefined, limits: toLimits({}) },
        ],
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

  it('refuses nobody for good for an answer of which only the usual length is known', () => {
    const ask = harness(100);
    expect(ask(undefined)).toHaveProperty('undo');
    expect(ask(undefined, 'bob')).toHaveProperty('undo');
    expect(ask(91, 'carol')).toMatchObject({ headers: ['x-should-retry', 'false'] });
  });

  it('refuses for good what asks for more than there ever is, and takes nothing', () => {
    const ask = harness();
    expect(ask(391)).toMatchObject({ type: 'tokens', headers: ['x-should-retry', 'false'] });
    expect(ask(390)).toHaveProperty('undo');
    expect(ask(1, 'bob')).toHaveProperty('undo');
  });
});
