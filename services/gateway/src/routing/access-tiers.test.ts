import { checkAccess } from '@aicp/contracts/routing/stages';
import { usableMembers } from '@aicp/contracts/routing/catalog/entitlement';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { describe, expect, it } from 'vitest';
import {
  accessGrant,
  accessTier,
  allowedModels,
  deprecation,
  group,
  model,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import { buildRuntime, principal } from '../testing/request-facts.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const at = (ms: number): string => new Date(ms).toISOString();
const acme = { organization: 'acme' };

const WORLD: Fragments = {
  providers: [simulated('sim'), simulated('own', {}, acme)],
  models: [
    model('large', 'sim', { tier: 'premium', aliases: ['big'] }),
    model('small', 'sim'),
    model('large-again', 'sim', {
      ...acme,
      tier: 'premium',
      inherits: 'large',
      aliases: ['cheap'],
    }),
    model('large-of-acme', 'own', acme),
    model('labelled', 'own', { ...acme, tier: 'premium' }),
  ],
  policies: [group('mixed', { large: 1, small: 1 })],
};

/** What somebody sees of the world with these tiers and grants. */
function seen(more: Fragments, who: Parameters<typeof principal>[0] = {}) {
  const runtime = buildRuntime({ ...WORLD, ...more });
  const whoever = principal(who);
  const entitlement = (now = NOW) => entitlementOf(whoever, runtime, now);
  const refusal = (name: string) => {
    const found = runtime.catalog.find(name, entitlement())!;
    return checkAccess(found, name, entitlement());
  };
  return {
    entitlement,
    refusal,
    listed: (now = NOW) => runtime.catalog.usable(entitlement(now)).map(({ name }) => name),
    members: (name: string) =>
      usableMembers(runtime.catalog.find(name, entitlement())!, entitlement()).map(
        ({ model: { id } }) => id,
      ),
  };
}

const ALL = ['big', 'cheap', 'labelled', 'large', 'large-again', 'large-of-acme', 'mixed', 'small'];
const without = (...gone: string[]) => ALL.filter((name) => !gone.includes(name));

describe('a tier on approval', () => {
  it.each([
    ['a platform’s id', { models: ['large'] }, ['big', 'cheap', 'large', 'large-again']],
    ['a platform’s alias', { models: ['big'] }, ['big', 'cheap', 'large', 'large-again']],
    [
      'a prefix of the platform’s names',
      { models: ['lar*'] },
      ['big', 'cheap', 'large', 'large-again'],
    ],
    ['a label', { labels: ['premium'] }, ['big', 'cheap', 'labelled', 'large', 'large-again']],
    ['a group', { models: ['mixed'] }, ['big', 'cheap', 'large', 'large-again', 'mixed', 'small']],
    ['an organization’s own name', { models: ['large-of-acme', 'cheap'] }, []],
    ['what does not exist', { models: ['later'] }, []],
  ])('of the platform, by %s, closes what it serves in the end', (_, names, gone) => {
    const { listed } = seen({ tiers: [accessTier('t', names)] }, acme);
    expect(listed()).toEqual(without(...gone));
  });

  it('of an organization knows all names of its requests, and acts on those alone', () => {
    const tiers = [accessTier('t', { ...acme, models: ['cheap', 'large-of*'] })];
    expect(seen({ tiers }, acme).listed()).toEqual(
      without('cheap', 'large-again', 'large-of-acme'),
    );
    const shared = [accessTier('t', { ...acme, models: ['big'] })];
    expect(seen({ tiers: shared }, acme).listed()).toEqual(
      without('big', 'cheap', 'large', 'large-again'),
    );
    const others = seen({ tiers: shared }, { organization: 'rival' });
    expect(others.listed()).toEqual(['big', 'large', 'mixed', 'small']);
    expect(others.entitlement().tiers).toBeUndefined();
  });

  it('leaves of a group the members that are in none', () => {
    expect(seen({ tiers: [accessTier('t', { models: ['large'] })] }).members('mixed')).toEqual([
      'small',
    ]);
  });

  it('closes what stands in for a model past its sunset', () => {
    const deprecations = [
      deprecation('small', {
        sunsetAt: at(NOW),
        replacement: 'large',
        autoReroute: true,
      }),
    ];
    const tiers = [accessTier('t', { models: ['large'] })];
    const { listed, refusal, members } = seen({ tiers, deprecations });
    expect(listed(NOW - 1)).toEqual(['mixed', 'small']);
    expect(listed()).toEqual([]);
    expect(members('mixed')).toEqual([]);
    expect(refusal('small').step.detail).toBe('tier t');
    const grants = [accessGrant('t', { key: 'k' })];
    expect(seen({ tiers, deprecations, grants }).members('small')).toEqual(['large']);
  });

  it('is not asked of anybody where there is none', () => {
    expect(seen({ grants: [accessGrant('t', { key: 'k' })] }).entitlement().tiers).toBeUndefined();
  });
});

describe('a grant', () => {
  const tiers = [accessTier('t', { models: ['small'] })];
  const opens = (to: object, whose: object, who: object) =>
    seen({ tiers, grants: [accessGrant('t', to, whose)] }, who)
      .listed()
      .includes('small');

  it.each<[string, [object, object, object, boolean]]>([
    ['its key', [{ key: 'k' }, {}, {}, true]],
    ['its key in its organization', [{ key: 'k' }, acme, acme, true]],
    ['its key of another organization', [{ key: 'k' }, acme, { organization: 'rival' }, false]],
    ['another key', [{ key: 'other' }, {}, {}, false]],
    ['its team', [{ team: 'ml' }, {}, { ...acme, team: 'ml' }, true]],
    ['its team, of another organization', [{ team: 'ml' }, acme, { team: 'ml' }, false]],
    ['its person', [{ user: 'ada' }, acme, { ...acme, user: 'ada' }, true]],
    [
      'its person elsewhere',
      [{ user: 'ada' }, acme, { organization: 'rival', user: 'ada' }, false],
    ],
    ['a person of the platform', [{ user: 'ada' }, {}, { user: 'ada' }, true]],
    ['that person in a tenant', [{ user: 'ada' }, {}, { ...acme, user: 'ada' }, false]],
    ['a key called like its person', [{ user: 'k' }, {}, {}, false]],
    ['its organization', [{}, acme, { ...acme, team: 'any' }, true]],
    ['another organization', [{}, acme, { organization: 'rival' }, false]],
    ['nobody’s', [{}, acme, {}, false]],
  ])('is for %s: %j', (_, [to, whose, who, isOpen]) => {
    expect(opens(to, whose, who)).toBe(isOpen);
  });

  it('is over at its end, to the millisecond, and not while the clock stands before it', () => {
    const grants = [
      accessGrant('t', { key: 'k' }, { expiresAt: at(NOW) }),
      accessGrant('t', { user: 'ada' }, { expiresAt: at(NOW + 1000) }),
    ];
    const { listed } = seen({ tiers, grants }, { user: 'ada' });
    const isOpen = (now: number) => listed(now).includes('small');
    for (const now of [NOW - 1, NOW, NOW + 999, NOW - 5]) expect(isOpen(now)).toBe(true);
    for (const now of [NOW + 1000, NOW + 5000]) expect(isOpen(now)).toBe(false);
    expect(isOpen(NOW)).toBe(true);
    const own = seen({ tiers, grants });
    expect([NOW - 1, NOW, NOW - 1].map((now) => own.listed(now).includes('small'))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is needed for each tier that a model is in', () => {
    const both = [...tiers, accessTier('u', { models: ['sm*'] })];
    const grants = [accessGrant('t', { key: 'k' }), accessGrant('u', { key: 'k' })];
    expect(seen({ tiers: both, grants: grants.slice(0, 1) }).refusal('small').step.detail).toBe(
      'tier u',
    );
    expect(seen({ tiers: both, grants }).refusal('small').refusal).toBeUndefined();
  });

  it('never opens what a list leaves out', () => {
    const lists = {
      tiers,
      grants: [accessGrant('t', {}, acme)],
      organizations: [allowedModels('Organization', 'acme', ['large'])],
    };
    expect(seen(lists, acme).refusal('small').step.detail).toBe('organization acme');
  });

  it('is what a refusal tells how to ask for, of a group for the member that lacks the fewest', () => {
    const both = [accessTier('t', { models: ['mixed'] }), accessTier('u', { models: ['large'] })];
    expect(seen({ tiers: both }).refusal('big').refusal).toEqual({
      status: 403,
      type: 'permission_error',
      code: 'model_not_allowed',
      param: 'model',
      message:
        'This key may not use "big": it is in the access tiers "t" and "u", for which this key has no grant. ' +
        'Ask for one at the admin API: POST /api/v1/model-access/requests with {"tier_id": "t"} and {"tier_id": "u"}. ' +
        'GET /v1/models lists what it may use.',
    });
    expect(seen({ tiers: both }).refusal('mixed').step).toEqual({
      stage: 'access',
      outcome: 'refused',
      detail: 'tier t',
    });
  });
});
