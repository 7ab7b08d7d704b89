import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { checkCandidates } from '@aicp/contracts/routing/stages';
import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import { describe, expect, it } from 'vitest';
import { fallback, group, model, rule, simulated, strategy } from '../testing/fragments.ts';
import { buildRuntime, entitlement, factsFor, principal } from '../testing/request-facts.ts';

interface Figures {
  readonly p95Ms?: number;
  readonly errorRate?: number;
  readonly inFlight?: number;
  readonly meanMs?: number;
  readonly tokensThisMinute?: number;
}

interface Asking {
  readonly model?: string;
  readonly organization?: string | undefined;
  readonly team?: string;
  readonly figures?: Readonly<Record<string, Figures>>;
  readonly stated?: Readonly<Record<string, number>>;
  readonly knowsNothing?: boolean;
}

const statsOf = (figures: Readonly<Record<string, Figures>>): CandidateStats => ({
  p95Ms: ({ id }) => figures[id]?.p95Ms,
  errorRate: ({ id }) => figures[id]?.errorRate,
  isTried: ({ id }) => figures[id]?.errorRate !== undefined,
  inFlight: ({ id }) => figures[id]?.inFlight ?? 0,
  meanMs: ({ id }) => figures[id]?.meanMs,
  tokensThisMinute: ({ id }) => figures[id]?.tokensThisMinute ?? 0,
});

/** Over a (premium, falls back on c), b (premium), c (free, at another provider), acme's model of a; a group g of a and b. */
function decision(policies: readonly PolicyFragment[], asking: Asking = {}) {
  const { catalog, policies: book } = buildRuntime({
    providers: [simulated('sim'), simulated('other')],
    models: [
      model('a', 'sim', { tier: 'premium', fallbacks: ['c'], prices: { input: '5', output: '5' } }),
      model('b', 'sim', { tier: 'premium', prices: { input: '9' } }),
      model('c', 'other', { tier: 'free' }),
      model('acme-a', 'sim', { tier: 'premium', organization: 'acme', inherits: 'a' }),
    ],
    policies: [group('g', { a: 1, b: 1 }), group('all', { a: 0, b: 1, c: 1 }), ...policies],
  });
  const { organization, team, figures = {}, stated = {} } = asking;
  const view = entitlement({ organization });
  const resolution = catalog.find(asking.model ?? 'a', view)!;
  return route({
    resolution,
    entitlement: view,
    attributes: new RequestAttributes(
      factsFor(resolution, {
        principal: principal({ organization, team }),
        stated: new Map(Object.entries(stated)),
      }),
    ),
    catalog,
    policies: book,
    random: () => 0,
    stats: asking.knowsNothing ? undefined : statsOf(figures),
  });
}

const routed = (policies: readonly PolicyFragment[], asking: Asking = {}) =>
  decision(policies, asking)
    .candidates.map(({ id }) => id)
    .join(' ');

describe('a deny that reads candidates', () => {
  const breaker = rule('breaker', 'deny', [], { condition: 'candidate.error_rate > 0.05' });

  it('takes away those that match, as a circuit does: their fallbacks stand in', () => {
    expect(routed([breaker])).toBe('a c');
    expect(routed([breaker], { figures: { a: { errorRate: 0.05 } } })).toBe('a c');
    expect(routed([breaker], { figures: { a: { errorRate: 0.06 } } })).toBe('c');
    expect(routed([breaker], { model: 'g', figures: { a: { errorRate: 1 } } })).toBe('b c');
  });

  it('denies where that leaves nothing, and says for what', () => {
    const figures = { a: { errorRate: 0.5 }, c: { errorRate: 0.5 } };
    const denied = decision([breaker], { figures });
    expect(checkCandidates(denied)).toMatchObject({
      status: 403,
      code: 'policy_denied',
      message: 'The routing policy "breaker" leaves no model for this request.',
    });
    expect(denied.steps).toContainEqual({
      stage: 'policies',
      outcome: 'deny',
      policy: 'breaker',
      detail: 'a: candidate.error_rate is 0.5',
    });
  });

  it('takes its targets away only', () => {
    const some = rule('some', 'deny', ['b'], { condition: 'candidate.error_rate > 0.05' });
    const figures = { a: { errorRate: 1 }, b: { errorRate: 1 } };
    expect(routed([some], { model: 'g', figures })).toBe('a c');
  });

  it('gives nothing back that is denied by name, whose fallbacks do not stand in', () => {
    const figures = { a: { errorRate: 1 } };
    expect(routed([breaker, rule('named', 'deny', ['a'])], { figures })).toBe('');
  });

  it('of the platform holds for an organization’s model that uses the one that it takes away', () => {
    const asking = { model: 'acme-a', organization: 'acme' };
    expect(routed([breaker], { ...asking, figures: { a: { errorRate: 1 } } })).toBe('');
    expect(routed([breaker], { ...asking, figures: { 'acme-a': { errorRate: 1 } } })).toBe(
      'acme-a',
    );
  });

  it('acts on requests too, where its condition reads them', () => {
    const both = rule('both', 'deny', [], {
      condition: 'team == interns && candidate.tier == premium',
    });
    expect(routed([both], { team: 'interns' })).toBe('c');
    expect(routed([both], { team: 'seniors' })).toBe('a c');
  });
});

describe('a permit that reads candidates', () => {
  it('serves those that match only, of the asked and its fallbacks', () => {
    const free = rule('free', 'permit', [], { condition: 'candidate.tier == free' });
    expect(routed([free])).toBe('c');
    expect(decision([free]).steps).toContainEqual({
      stage: 'policies',
      outcome: 'not_permitted',
      policy: 'free',
      detail: 'a: candidate.tier is premium',
    });
    expect(decision([free], { model: 'b' })).toMatchObject({ candidates: [], policy: 'free' });
  });

  it('brings in those of its targets that match', () => {
    const some = rule('some', 'permit', ['b', 'c'], { condition: 'candidate.provider == sim' });
    expect(routed([some])).toBe('b');
  });

  it('denies while a figure is missing that it asks for, unless it is asked the other way round', () => {
    const fast = (condition: string) => [rule('fast', 'permit', [], { condition })];
    expect(routed(fast('candidate.p95_ms < 500'))).toBe('');
    expect(routed(fast('!(candidate.p95_ms >= 500)'))).toBe('a c');
    expect(routed(fast('candidate.p95_ms < 500'), { figures: { a: { p95Ms: 1 } } })).toBe('a');
  });
});

describe('a prefer that reads candidates', () => {
  const fast = rule('fast', 'prefer', [], { condition: 'candidate.p95_ms < 500', priority: 2 });
  const second = rule('second', 'prefer', ['b'], { priority: 1 });

  it('tries those first that match, of all that could serve', () => {
    expect(routed([fast], { figures: { c: { p95Ms: 400 } } })).toBe('c a');
    expect(routed([fast], { model: 'g', figures: { b: { p95Ms: 400 } } })).toBe('b a c');
  });

  it('is passed over where none matches', () => {
    expect(decision([fast, second]).policy).toBe('second');
    expect(decision([fast, second], { figures: { a: { p95Ms: 400 } } }).policy).toBe('fast');
  });

  it('tries those of its targets that match', () => {
    const some = rule('some', 'prefer', ['c', 'b'], { condition: 'candidate.tier == premium' });
    expect(routed([some])).toBe('b a c');
  });
});

describe('figures', () => {
  const policies = [
    rule('breaker', 'deny', ['a'], { condition: 'candidate.error_rate > 0.05' }),
    strategy('s', 'least-busy'),
  ];

  it('that nobody has here are said to be missing, and may be stated', () => {
    const unknown = { stage: 'policies', outcome: 'unknown', policy: 'breaker' };
    const { steps } = decision(policies, { knowsNothing: true });
    expect(steps).toContainEqual(expect.objectContaining(unknown));
    expect(decision(policies).steps).not.toContainEqual(expect.objectContaining(unknown));
    const stated = { 'candidate.error_rate': 0.06 };
    expect(routed(policies, { knowsNothing: true, stated })).toBe('c');
  });
});

describe('strategies', () => {
  const busy = {
    figures: { a: { inFlight: 2, tokensThisMinute: 1 }, b: { inFlight: 1, tokensThisMinute: 9 } },
  };

  it.each([
    ['simple-shuffle', 'a c b'],
    ['least-busy', 'b a c'],
    ['usage-based-routing', 'a c b'],
    ['cost-based-routing', 'b a c'],
  ] as const)('%s orders the members of a group', (name, order) => {
    expect(routed([strategy('s', name)], { model: 'g', ...busy })).toBe(order);
  });

  it('leave a member without weight behind all others', () => {
    expect(routed([], { model: 'all' })).toBe('b c a');
    expect(routed([strategy('s', 'cost-based-routing')], { model: 'all' })).toBe('b c a');
  });

  it('by latency try what is untried, by one request at a time, and last what only failed', () => {
    const by = (figures: Record<string, Figures>) =>
      routed([strategy('s', 'latency-based-routing')], { model: 'g', figures });
    expect(by({ a: { meanMs: 900 }, b: { meanMs: 300 } })).toBe('b a c');
    expect(by({ a: { meanMs: 900 } })).toBe('b a c');
    expect(by({ a: { meanMs: 900 }, b: { inFlight: 1 } })).toBe('a c b');
    expect(by({ a: { meanMs: 900 }, b: { errorRate: 1 } })).toBe('a c b');
  });

  it('order a group that a policy or a fallback names, too', () => {
    const policies = [strategy('s', 'least-busy'), rule('p', 'permit', ['g'])];
    expect(routed(policies, { model: 'c', ...busy })).toBe('b a');
    expect(
      routed([strategy('s', 'least-busy'), fallback('f', 'c', ['g'])], { model: 'c', ...busy }),
    ).toBe('c b a');
  });

  it('say in a step what they did', () => {
    const { steps, policy } = decision([strategy('s', 'least-busy')], { model: 'g', ...busy });
    expect(policy).toBeUndefined();
    expect(steps).toEqual([
      { stage: 'policies', outcome: 'least-busy', policy: 's', detail: 'g: b, a' },
    ]);
  });

  describe('of several', () => {
    const acme = { organization: 'acme' };
    const of = (organization: string | undefined, ...policies: PolicyFragment[]) =>
      decision([...policies, group('theirs', { a: 1, b: 1 }, acme)], { model: 'g', organization })
        .steps[0]?.policy;
    const ofTheirs = (...policies: PolicyFragment[]) =>
      decision([...policies, group('theirs', { a: 1, b: 1 }, acme)], { model: 'theirs', ...acme })
        .steps[0]?.policy;

    it('the first counts, one that names the group before the others', () => {
      const low = strategy('low', 'least-busy');
      const high = strategy('high', 'simple-shuffle', { priority: 1 });
      expect(of(undefined, low, high)).toBe('high');
      expect(of(undefined, { ...low, group: 'g' }, high)).toBe('low');
      expect(of(undefined, { ...low, group: 'all' }, high)).toBe('high');
    });

    it('that of the group’s owner counts, and where it has none the other’s', () => {
      const ours = strategy('ours', 'least-busy');
      const own = strategy('own', 'simple-shuffle', acme);
      expect([of('acme', ours, own), ofTheirs(ours, own)]).toEqual(['ours', 'own']);
      expect([of('acme', own), ofTheirs(ours)]).toEqual(['own', 'ours']);
      expect([of(undefined, own), of('rival', own)]).toEqual([undefined, undefined]);
    });
  });
});
