import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LimitScope, RateLimitFragment } from '../snapshot/sections/rate-limits.ts';
import { burstOf } from './burst.ts';
import { demandsOf } from './demands.ts';
import type { Limit } from './limit.ts';
import { RateLimits, type Limited, type RateLimitSource } from './rate-limits.ts';
import { beyondLimit, limitReached, sentenceOn } from './refusal.ts';

const policy = (id: string, more: Partial<RateLimitFragment>): RateLimitFragment => ({
  source: { kind: 'RateLimitPolicy', name: id, uid: id, generation: 1 },
  id,
  scope: 'key',
  priority: 0,
  created: '2026-01-01T00:00:00Z',
  ...more,
});

const limits = (policies: readonly RateLimitFragment[], more: Partial<RateLimitSource> = {}) =>
  new RateLimits({ policies, teams: [], globalRpm: undefined, timeZone: 'UTC', ...more });

const ALICE: Limited = { key: 'alice', organization: 'acme', team: 'ml', user: 'al' };

const told = (found: readonly Limit[]): string[] =>
  found.map((limit) => {
    const { source } = limit;
    return `${limit.counter} ${limit.limit} ${'name' in source ? source.name : source.kind}`;
  });

describe('a burst', () => {
  it.each([
    [60, 1, undefined, undefined],
    [undefined, 2, 5, undefined],
    [60, 1, 5, { requests: 5, seconds: 5 }],
    [60, '1.0', undefined, undefined],
    [60, 2, undefined, { requests: 20, seconds: 10 }],
    [100, '1.5', 10, { requests: 25, seconds: 10 }],
    [100, '1.1', 1, { requests: 1, seconds: 1 }],
    [1, 1, 1, { requests: 1, seconds: 1 }],
    [1_000_000_000_000, 100, 3600, { requests: 6_000_000_000_000_000, seconds: 3600 }],
  ])('of %s a minute, %s times in %s s, is %j', (rpm, multiplier, seconds, burst) => {
    expect(burstOf({ rpm, multiplier, seconds })).toEqual(burst);
  });
});

describe('the limits of a key', () => {
  it('are all that count the key, its team, its user, its organization and everybody', () => {
    const found = limits(
      [
        policy('all', { scope: 'global', rpd: 9 }),
        policy('orgs', { scope: 'organization', tpd: 8 }),
        policy('teams', { scope: 'team', tpm: 7 }),
        policy('users', { scope: 'user', concurrent: 6 }),
        policy('keys', { scope: 'key', rpm: 5, burst: { requests: 2, seconds: 3 } }),
      ],
      { globalRpm: 4, teams: [{ id: 'ml', rpmLimit: 3 }] },
    ).of({ ...ALICE, tpmLimit: 2 });
    expect(told(found)).toEqual([
      'global:requests 4 settings',
      'global:requests-day 9 all',
      'organization/acme:tokens-day 8 orgs',
      'team/acme/ml:tokens 7 teams',
      'team/acme/ml:requests 3 ml',
      'user/acme/al:concurrent 6 users',
      'key/acme/alice:requests 5 keys',
      'key/acme/alice:burst-3 2 keys',
      'key/acme/alice:tokens 2 key',
    ]);
  });

  it('count apart what had its name, or its team’s, in another organization', () => {
    const found = limits([policy('keys', { rpd: 1 }), policy('teams', { scope: 'team', rpd: 1 })]);
    const counters = (organization: string | undefined) =>
      found.of({ ...ALICE, organization }).map(({ counter }) => counter);
    const all = ['acme', 'globex', undefined].flatMap(counters);
    expect(new Set(all).size).toBe(6);
  });

  it('are the tightest of those that count the same', () => {
    const source = [
      policy('platform', { rpm: 5 }),
      policy('own', { rpm: 4, organization: 'acme' }),
    ];
    const of = (rpmLimit: number | undefined) => told(limits(source).of({ ...ALICE, rpmLimit }));
    expect(of(undefined)).toEqual(['key/acme/alice:requests 4 own']);
    expect(of(3)).toEqual(['key/acme/alice:requests 3 key']);
    expect(of(4)).toEqual(['key/acme/alice:requests 4 own']);
  });

  it.each<[string, Partial<RateLimitFragment>[], string]>([
    [
      'the one that names it, whole',
      [
        { rpm: 1, rpd: 1 },
        { value: 'alice', rpm: 9 },
      ],
      'p1',
    ],
    [
      'the higher of those that name it',
      [
        { value: 'alice', rpm: 1 },
        { value: 'alice', rpm: 9, priority: 1 },
      ],
      'p1',
    ],
    [
      'the higher of those that name none',
      [{ rpm: 1 }, { rpm: 9, priority: 1 }, { value: 'bob', rpm: 2 }],
      'p1',
    ],
    ['the older of equals', [{ rpm: 1 }, { rpm: 9, created: '2025-01-01T00:00:00Z' }], 'p1'],
    ['the first by name of twins', [{ rpm: 9 }, { rpm: 9 }], 'p0'],
  ])('of one owner are %s', (_, policies, winner) => {
    const found = limits(policies.map((more, index) => policy(`p${index}`, more))).of(ALICE);
    expect(told(found)).toEqual([`key/acme/alice:requests 9 ${winner}`]);
  });

  it('of an organization act on its own requests alone, and its global one on all of these', () => {
    const found = limits([
      policy('theirs', { scope: 'global', rpm: 1, organization: 'other' }),
      policy('ours', { scope: 'global', rpm: 2, organization: 'acme' }),
      policy('of-other-team', { scope: 'team', rpm: 3, organization: 'other', value: 'ml' }),
    ]);
    expect(told(found.of(ALICE))).toEqual(['organization/acme:requests 2 ours']);
    expect(found.of({ ...ALICE, organization: undefined, key: 'root' })).toEqual([]);
  });

  it('count users of two organizations apart', () => {
    const found = limits([policy('users', { scope: 'user', rpm: 1, value: 'al' })]);
    expect(told(found.of({ ...ALICE, key: 'b', organization: 'other' }))).toEqual([
      'user/other/al:requests 1 users',
    ]);
    expect(told(found.ofClaimedUser('al', 'al', 'acme'))).toEqual([
      'claimed/acme/al:requests 1 users',
    ]);
    expect(found.ofClaimedUser('bo', 'bo', 'acme')).toEqual([]);
  });

  const scope = fc.constantFrom<LimitScope>('global', 'organization', 'team', 'user', 'key');
  const anyPolicy = fc.record({
    scope,
    value: fc.option(fc.constantFrom('acme', 'ml', 'al', 'alice', 'x'), { nil: undefined }),
    organization: fc.option(fc.constantFrom('acme', 'other'), { nil: undefined }),
    priority: fc.integer({ min: 0, max: 2 }),
    rpm: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    tpd: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  });

  it('are what a reading of every policy says, however many there are', () => {
    fc.assert(
      fc.property(fc.array(anyPolicy, { maxLength: 12 }), (some) => {
        const policies = some
          .map((more, index) => policy(`p${String(index).padStart(2, '0')}`, more))
          .map((one) => (one.scope === 'global' ? { ...one, value: undefined } : one));
        const found = limits(policies).of(ALICE);
        expect(Object.fromEntries(found.map((one) => [one.counter, one.limit]))).toEqual(
          readAll(policies),
        );
      }),
      { numRuns: 200 },
    );
  });

  /** The same, the slow way: for each owner and scope the one policy that counts, and of those the least of each counter. */
  function readAll(policies: readonly RateLimitFragment[]): Record<string, number> {
    const values = {
      global: undefined,
      organization: 'acme',
      team: 'ml',
      user: 'al',
      key: 'alice',
    };
    const least: Record<string, number> = {};
    for (const owner of [undefined, 'acme']) {
      for (const [name, value] of Object.entries(values)) {
        const own = policies
          .filter((one) => one.organization === owner && one.scope === name)
          .filter((one) => one.value === undefined || one.value === value)
          .sort(
            (a, b) =>
              Number(b.value !== undefined) - Number(a.value !== undefined) ||
              b.priority - a.priority ||
              (a.id < b.id ? -1 : 1),
          );
        const whole = owner === undefined ? 'global' : 'organization/acme';
        const subject =
          { global: whole, organization: 'organization/acme' }[name] ??
          `${name}/acme/${value ?? ''}`;
        const { rpm = Infinity, tpd = Infinity } = own[0] ?? {};
        const note = (measure: string, limit: number): void => {
          const counter = `${subject}:${measure}`;
          least[counter] = Math.min(least[counter] ?? Infinity, limit);
        };
        note('requests', rpm);
        note('tokens-day', tpd);
      }
    }
    return Object.fromEntries(Object.entries(least).filter(([, limit]) => limit < Infinity));
  }
});

describe('the limits of a model', () => {
  const shared = { id: 'gpt', isPlatforms: true, base: undefined };
  const heir = { id: 'our-gpt', isPlatforms: false, base: shared };
  const own = { id: 'llama', isPlatforms: false, base: undefined };
  const found = limits([
    policy('each', { scope: 'model', rpm: 9 }),
    policy('gpt', { scope: 'model', value: 'gpt', rpm: 5 }),
    policy('llama', { scope: 'model', value: 'llama', rpm: 99 }),
    policy('ours', { scope: 'model', value: 'our-gpt', rpm: 4, organization: 'acme' }),
  ]);

  it('are those of the model that serves in the end to the platform, and of its own name to an organization', () => {
    expect(told(found.ofModel(shared, 'acme'))).toEqual(['model/gpt:requests 5 gpt']);
    expect(told(found.ofModel(heir, 'acme'))).toEqual([
      'model/gpt:requests 5 gpt',
      'own-model/acme/our-gpt:requests 4 ours',
    ]);
  });

  it('are not those of a name that only an organization gave', () => {
    expect(told(found.ofModel(own, 'acme'))).toEqual(['own-model/acme/llama:requests 9 each']);
  });
});

describe('what a request asks of the counters', () => {
  it('is one request of each, its tokens, and a place', () => {
    const all = limits([
      policy('p', {
        rpm: 1,
        rpd: 2,
        tpm: 3,
        tpd: 4,
        concurrent: 5,
        burst: { requests: 6, seconds: 7 },
      }),
    ]);
    const at = Date.parse('2026-05-05T12:00:00Z');
    const demands = demandsOf(all.of(ALICE), { tokens: 50, at, days: all.days });
    expect(demands.map(({ window, amount, isHeld }) => [window.kind, amount, isHeld])).toEqual([
      ['minute', 1, false],
      ['day', 1, false],
      ['minute', 50, true],
      ['day', 50, true],
      ['now', 1, true],
      ['sliding', 1, false],
    ]);
    expect(demands[5]?.window).toEqual({ kind: 'sliding', ms: 7000 });
    expect(demands[1]?.window).toEqual({ kind: 'day', starts: all.days.around(at) });
  });
});

describe('a refusal', () => {
  it('says which limit of whom, and what to do', () => {
    const [limit] = limits([policy('each-key', { tpm: 7 })]).of(ALICE);
    if (!limit) throw new Error('there is one');
    expect(limitReached(limit, 12)).toEqual({
      status: 429,
      type: 'tokens',
      code: 'rate_limit_exceeded',
      param: null,
      message:
        'The rate limit "each-key" allows 7 tokens a minute for this key. Try again in 12 s.',
    });
    expect(beyondLimit(limit, 90).message).toContain(
      'may take 90: send a shorter prompt, or set a lower max_tokens.',
    );
    expect(sentenceOn({ ...limit, source: { kind: 'key' } })).toBe(
      'This key allows 7 tokens a minute.',
    );
  });
});
