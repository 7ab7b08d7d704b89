import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import { describe, expect, it } from 'vitest';
import { buildRuntime, principal, factsFor, entitlement } from '../testing/request-facts.ts';
import { fallback, group, model, rule, simulated } from '../testing/fragments.ts';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';

interface Asking {
  readonly model?: string;
  readonly organization?: string;
  readonly allowed?: readonly string[];
  readonly team?: string;
  readonly random?: () => number;
  readonly off?: boolean;
}

/** Who serves, and by which policy, with these policies over a, b, c, a group g of a and b, and one of acme's. */
function routed(policies: readonly PolicyFragment[], asking: Asking = {}) {
  const { candidates, policy } = routeOf(policies, asking);
  return [candidates.map((one) => one.id).join(' '), policy];
}

function routeOf(policies: readonly PolicyFragment[], asking: Asking) {
  const { catalog, policies: book } = buildRuntime({
    providers: [simulated('sim')],
    models: [
      model('a', 'sim', { aliases: ['alias-of-a'] }),
      model('b', 'sim'),
      model('c', 'sim'),
      model('with-fallbacks', 'sim', { fallbacks: ['gone', 'b', 'g', 'acme-own'] }),
      model('acme-own', 'sim', { organization: 'acme' }),
      model('short', 'sim', {
        contextWindowFallbacks: ['gone', 'alias-of-a', 'g', 'short', 'acme-own'],
        contentPolicyFallbacks: ['c'],
      }),
    ],
    policies: [group('g', { a: 3, b: 1 }), ...policies],
  });
  const { organization, team, allowed = [] } = asking;
  const view = entitlement({ organization, allowed });
  const resolution = catalog.find(asking.model ?? 'a', view)!;
  return route({
    resolution,
    entitlement: view,
    attributes: new RequestAttributes(
      factsFor(resolution, { principal: principal({ organization, team }) }),
    ),
    catalog,
    policies: asking.off === true ? undefined : book,
    random: asking.random ?? (() => 0),
  });
}

describe('without policies', () => {
  it('the requested model serves', () => {
    expect(routed([])).toEqual(['a', undefined]);
  });

  it('a group picks by weight, the other members being fallbacks', () => {
    expect(routed([], { model: 'g', random: () => 0.74 })[0]).toBe('a b');
    expect(routed([], { model: 'g', random: () => 0.76 })[0]).toBe('b a');
  });

  it('a model’s own fallbacks follow it, as far as they are there and may be used', () => {
    expect(routed([], { model: 'with-fallbacks' })[0]).toBe('with-fallbacks b a');
    expect(routed([], { model: 'with-fallbacks', organization: 'acme' })[0]).toBe(
      'with-fallbacks b a acme-own',
    );
    const allowed = ['with-fallbacks', 'b'];
    expect(routed([], { model: 'with-fallbacks', allowed })[0]).toBe('with-fallbacks b');
  });
});

describe('permit', () => {
  it('serves the requested model first where it is listed, else the first, the others being fallbacks', () => {
    expect(routed([rule('p', 'permit', ['b', 'a'])])).toEqual(['a b', 'p']);
    expect(routed([rule('p', 'permit', ['b', 'c'])])).toEqual(['b c', 'p']);
  });

  it('keeps fallbacks within its list', () => {
    const policies = [rule('p', 'permit', ['with-fallbacks', 'c'])];
    expect(routed(policies, { model: 'with-fallbacks' })[0]).toBe('with-fallbacks c');
  });

  it('of nothing leaves the request as it is, and shields it from lower ones', () => {
    const policies = [
      rule('exempt', 'permit', [], { priority: 2, condition: 'team == vip' }),
      rule('all', 'permit', ['c'], { priority: 1 }),
    ];
    expect(routed(policies, { team: 'vip' })).toEqual(['a', 'exempt']);
    expect(routed(policies)).toEqual(['c', 'all']);
  });

  it('whose every target is missing serves nothing', () => {
    expect(routed([rule('p', 'permit', [], { targetsMissing: true })])).toEqual(['', 'p']);
    expect(routed([rule('p', 'permit', ['gone'])])).toEqual(['', 'p']);
  });

  it('never widens what the key may use', () => {
    expect(routed([rule('p', 'permit', ['b', 'c'])], { allowed: ['a', 'c'] })).toEqual(['c', 'p']);
    expect(routed([rule('p', 'permit', ['b'])], { allowed: ['a'] })).toEqual(['', 'p']);
  });

  it('may name a group', () => {
    expect(routed([rule('p', 'permit', ['g'])], { model: 'c' })[0]).toBe('a b');
    expect(routed([rule('p', 'permit', ['b'])], { model: 'g' })[0]).toBe('b');
  });
});

describe('prefer', () => {
  it('tries its targets in order, then what was requested', () => {
    expect(routed([rule('p', 'prefer', ['c', 'b'])])).toEqual(['c b a', 'p']);
    expect(routed([rule('p', 'prefer', ['c', 'a'])])[0]).toBe('c a');
  });

  it('whose every target is missing does nothing, not even stand before others', () => {
    const policies = [
      rule('void', 'prefer', [], { targetsMissing: true, priority: 2 }),
      rule('next', 'prefer', ['b'], { priority: 1 }),
    ];
    expect(routed(policies)).toEqual(['b a', 'next']);
  });
});

describe('deny', () => {
  it('takes its models away at whatever priority, from fallbacks too', () => {
    const policies = [
      rule('p', 'prefer', ['b', 'c'], { priority: 9 }),
      rule('d', 'deny', ['c'], { priority: -9 }),
    ];
    expect(routed(policies)).toEqual(['b a', 'p']);
    const denied = [rule('d', 'deny', ['b'])];
    expect(routed(denied, { model: 'with-fallbacks' })[0]).toBe('with-fallbacks a');
  });

  it('of all leaves nothing, and is named', () => {
    const policies = [rule('p', 'permit', ['b']), rule('d', 'deny', [])];
    expect(routed(policies)).toEqual(['', 'd']);
  });

  it('names the first by order where several leave nothing', () => {
    const policies = [
      rule('low', 'deny', ['a'], { priority: 1 }),
      rule('high', 'deny', ['a'], { priority: 2 }),
    ];
    expect(routed(policies)).toEqual(['', 'high']);
  });

  it('whose every target is missing does nothing', () => {
    expect(routed([rule('d', 'deny', [], { targetsMissing: true })])).toEqual(['a', undefined]);
    expect(routed([rule('d', 'deny', ['gone'])])).toEqual(['a', undefined]);
  });

  it('of a group takes its members', () => {
    expect(routed([rule('d', 'deny', ['g'])])).toEqual(['', 'd']);
    expect(routed([rule('d', 'deny', ['b'])], { model: 'g' })).toEqual(['a', 'd']);
  });

  it('of the requested model takes its fallbacks with it', () => {
    expect(routed([rule('d', 'deny', ['with-fallbacks'])], { model: 'with-fallbacks' })).toEqual([
      '',
      'd',
    ]);
  });
});

describe('the order of reading', () => {
  it('is by priority, then age, then id', () => {
    const at = (created: string, priority = 0) => ({ created, priority });
    const [old, young] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'];
    const pair = (first: object, second: object) =>
      routed([rule('x', 'prefer', ['b'], first), rule('y', 'prefer', ['c'], second)])[1];
    expect(pair(at(old), at(young, 1))).toBe('y');
    expect(pair(at(young), at(old))).toBe('y');
    expect(pair(at(old), at(old))).toBe('x');
    expect(pair(at('2026-01-01T01:30:00+02:00'), at(old))).toBe('x');
  });
});

describe('an organization’s policies', () => {
  const own = { organization: 'acme' };

  it('act on its requests alone', () => {
    const policies = [rule('p', 'permit', ['b'], own)];
    expect(routed(policies, own)).toEqual(['b', 'p']);
    expect(routed(policies)).toEqual(['a', undefined]);
    expect(routed(policies, { organization: 'globex' })).toEqual(['a', undefined]);
  });

  it('act within what the platform’s leave, whatever their priority', () => {
    const policies = [
      rule('platform', 'permit', ['a', 'b'], { priority: -5 }),
      rule('theirs', 'permit', ['c', 'b'], { ...own, priority: 5 }),
    ];
    expect(routed(policies, own)).toEqual(['b', 'theirs']);
    const beyond = [rule('platform', 'permit', ['a']), rule('theirs', 'prefer', ['c'], own)];
    expect(routed(beyond, own)).toEqual(['a', 'theirs']);
    const none = [rule('platform', 'permit', ['a']), rule('theirs', 'permit', ['c'], own)];
    expect(routed(none, own)).toEqual(['', 'theirs']);
  });

  it('are not read where the platform’s leave nothing', () => {
    const policies = [rule('platform', 'deny', []), rule('theirs', 'permit', ['a'], own)];
    expect(routed(policies, own)).toEqual(['', 'platform']);
  });

  it('may name its own models', () => {
    expect(routed([rule('p', 'permit', ['acme-own'])], own)).toEqual(['acme-own', 'p']);
    expect(routed([rule('p', 'permit', ['acme-own'])])).toEqual(['', 'p']);
  });
});

describe('who serves instead of a model whose provider refuses the request', () => {
  const instead = (policies: readonly PolicyFragment[], asking: Asking = {}) => {
    const found = routeOf(policies, { ...asking, model: 'short' });
    return (['context_window', 'content_policy'] as const).map((reason) =>
      found.candidates.flatMap((one) => found.instead(one, reason).map(({ id }) => id)).join(' '),
    );
  };

  it('is whom it names for this reason, by id, alias or group, as far as they are there', () => {
    expect(instead([])).toEqual(['a b', 'c']);
    expect(instead([], { organization: 'acme' })).toEqual(['a b acme-own', 'c']);
  });

  it('is nobody who may not serve', () => {
    expect(instead([], { allowed: ['short', 'b'] })).toEqual(['b', '']);
    expect(instead([rule('d', 'deny', ['a', 'c'])])).toEqual(['b', '']);
    expect(instead([rule('p', 'permit', ['short', 'c'])])).toEqual(['', 'c']);
  });
});

describe('fallback policies', () => {
  it('add to a model’s own, by any of its names, before them', () => {
    const policies = [fallback('f', 'alias-of-a', ['c', 'gone', 'b'])];
    expect(routed(policies)).toEqual(['a c b', undefined]);
    const both = [fallback('f', 'with-fallbacks', ['c'])];
    expect(routed(both, { model: 'with-fallbacks' })[0]).toBe('with-fallbacks c b a');
  });

  it('follow a preferred model too, each its own', () => {
    const policies = [rule('p', 'prefer', ['b']), fallback('f', 'b', ['c'])];
    expect(routed(policies)[0]).toBe('b c a');
  });

  it('of a group come after its members', () => {
    expect(routed([fallback('f', 'g', ['c'])], { model: 'g' })[0]).toBe('a b c');
  });

  it('of an organization are its own, and come after the platform’s', () => {
    const policies = [
      fallback('theirs', 'a', ['c'], { organization: 'acme', priority: 5 }),
      fallback('ours', 'a', ['b']),
    ];
    expect(routed(policies, { organization: 'acme' })[0]).toBe('a b c');
    expect(routed(policies)[0]).toBe('a b');
  });

  it('are not applied where policies are switched off', () => {
    const policies = [fallback('f', 'a', ['c']), rule('d', 'deny', [])];
    expect(routed(policies, { off: true })).toEqual(['a', undefined]);
  });
});
