import type { DeprecationFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { describe, expect, it } from 'vitest';
import { buildRuntime, factsFor } from '../testing/request-facts.ts';
import { deprecation, group, key, model, rule, simulated } from '../testing/fragments.ts';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { entitlementOf } from '@aicp/contracts/routing/tables';

const SUNSET = Date.parse('2027-01-01T00:00:00Z');
const sunsetAt = '2027-01-01T00:00:00Z';
const rerouted = (name: string, replacement: string, more: Partial<DeprecationFragment> = {}) =>
  deprecation(name, { sunsetAt, replacement, autoReroute: true, ...more });

interface Asking {
  readonly at?: number;
  readonly allowed?: readonly string[];
  readonly organization?: string;
}

/** What a principal may see of old, mid, new and the group g of old and new, with these announcements. */
function seen(deprecations: readonly DeprecationFragment[], asking: Asking = {}) {
  const { at = SUNSET, allowed = [], organization } = asking;
  const runtime = buildRuntime({
    providers: [simulated('sim')],
    models: [
      model('old', 'sim', { aliases: ['elder', 'senior'] }),
      model('mid', 'sim', { fallbacks: ['old', 'new'] }),
      model('new', 'sim'),
      model('private', 'sim', { organization: 'globex' }),
    ],
    policies: [
      group('g', { old: 3, new: 1 }),
      rule('p', 'permit', ['old'], { condition: 'team == permitted' }),
    ],
    deprecations,
    keys: [key('k', { allowedModels: [...allowed], ...(organization ? { organization } : {}) })],
  });
  const { principal } = [...runtime.keys.values()][0]!;
  const entitlement = entitlementOf(principal, runtime, at);
  const servers = (name: string, team?: string): string => {
    const resolution = runtime.catalog.find(name, entitlement);
    if (!resolution) return 'none';
    const attributes = new RequestAttributes(
      factsFor(resolution, { principal: { ...principal, team } }),
    );
    const { candidates } = route({
      ...runtime,
      resolution,
      entitlement,
      attributes,
      random: () => 0,
    });
    return candidates.map(({ id }) => id).join(' ');
  };
  return {
    ...runtime,
    servers,
    listed: () => runtime.catalog.usable(entitlement).map(({ name }) => name),
  };
}

describe('a model whose end is announced', () => {
  it('is served until the very moment of it', () => {
    const end = [deprecation('old', { sunsetAt })];
    expect(seen(end, { at: SUNSET - 1 }).servers('old')).toBe('old');
    expect(seen(end, { at: SUNSET }).servers('old')).toBe('none');
  });

  it('goes from names, groups, fallbacks and the targets of policies', () => {
    const { servers, listed } = seen([deprecation('old', { sunsetAt, replacement: 'new' })]);
    expect(servers('elder')).toBe('none');
    expect(servers('g')).toBe('new');
    expect(servers('mid')).toBe('mid new');
    expect(servers('new', 'permitted')).toBe('');
    expect(listed()).toEqual(['g', 'mid', 'new']);
  });

  it('goes by one alias alone where that is announced', () => {
    const { servers, listed } = seen([deprecation('elder', { sunsetAt })]);
    expect(servers('elder')).toBe('none');
    expect(servers('old')).toBe('old');
    expect(servers('g')).toBe('old new');
    expect(listed()).toEqual(['g', 'mid', 'new', 'old', 'senior']);
  });
});

describe('a replacement that requests go to by themselves', () => {
  it('serves every name of what has gone, and stands in its place in groups, fallbacks and policies', () => {
    const { servers, listed } = seen([rerouted('old', 'new')]);
    expect(servers('old')).toBe('new');
    expect(servers('senior')).toBe('new');
    expect(servers('g')).toBe('new');
    expect(servers('mid')).toBe('mid new');
    expect(servers('mid', 'permitted')).toBe('new');
    expect(listed()).toEqual(['elder', 'g', 'mid', 'new', 'old', 'senior']);
  });

  it('serves a name that no model has any more', () => {
    const { servers, listed } = seen([rerouted('deleted', 'new')]);
    expect(servers('deleted')).toBe('new');
    expect(listed()).toContain('deleted');
  });

  it('may have gone itself: its own is next', () => {
    expect(seen([rerouted('old', 'mid'), rerouted('mid', 'new')]).servers('old')).toBe('new');
  });

  it.each([
    ['has gone without another', [rerouted('old', 'mid'), deprecation('mid', { sunsetAt })]],
    ['leads back', [rerouted('old', 'mid'), rerouted('mid', 'old')]],
    ['does not exist', [rerouted('old', 'never')]],
  ])('is none where it %s', (_, deprecations) => {
    expect(seen(deprecations).servers('old')).toBe('none');
  });

  it('never widens what may be used', () => {
    const allowed = ['old', 'g'];
    const { servers, listed } = seen([rerouted('old', 'new')], { allowed });
    expect(servers('old')).toBe('');
    expect(servers('g')).toBe('new');
    expect(listed()).toEqual(['g']);
  });
});

it('nobody hears of the end of what only others can see', () => {
  const { deprecations } = seen([deprecation('private', { sunsetAt })]);
  expect(deprecations.find('private', 'globex', SUNSET)).toBeDefined();
  expect(deprecations.find('private', 'acme', SUNSET)).toBeUndefined();
  expect(deprecations.retiredAt('acme', SUNSET)?.names.size).toBe(0);
});

describe('an announcement of an organization', () => {
  const theirs = rerouted('old', 'mid', { organization: 'acme' });

  it('counts for its requests alone', () => {
    expect(seen([theirs], { organization: 'acme' }).servers('old')).toBe('mid new');
    expect(seen([theirs], { organization: 'globex' }).servers('old')).toBe('old');
    expect(seen([theirs]).servers('old')).toBe('old');
  });

  it('gives way to the platform’s where that has come as far, and not where it lies ahead', () => {
    const asking = { organization: 'acme' };
    expect(seen([rerouted('old', 'new'), theirs], asking).servers('old')).toBe('new');
    const ahead = rerouted('old', 'new', { sunsetAt: '2028-01-01T00:00:00Z' });
    expect(seen([ahead, theirs], asking).servers('old')).toBe('mid new');
  });
});

it('what has gone follows the clock, forwards and back', () => {
  const runtime = seen([
    deprecation('old', { sunsetAt }),
    deprecation('mid', { sunsetAt: '2028-01-01T00:00:00Z' }),
  ]);
  const gone = (at: number) => [
    ...(runtime.deprecations.retiredAt(undefined, at)?.names.keys() ?? []),
  ];
  const later = Date.parse('2028-01-01T00:00:00Z');
  expect(gone(SUNSET - 1)).toEqual([]);
  expect(gone(SUNSET)).toEqual(['old', 'elder', 'senior']);
  expect(gone(later)).toEqual(['old', 'elder', 'senior', 'mid']);
  expect(gone(later - 1)).toEqual(['old', 'elder', 'senior']);
  expect(gone(0)).toEqual([]);
});
