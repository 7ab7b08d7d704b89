import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { describe, expect, it } from 'vitest';
import { systemClock } from '@aicp/common/time/clock';
import { HealthBook } from '../health/health-book.ts';
import { NO_SECRETS } from '../providers/upstream/secret-guard.ts';
import { testBuilder, entitlement } from '../testing/request-facts.ts';
import {
  credential,
  deprecation,
  group,
  key,
  model,
  provider,
  rule,
  settings,
  simulated,
  snapshotOf,
  type Fragments,
} from '../testing/fragments.ts';
import { RuntimeBuilder, isRefused } from './runtime-builder.ts';

const GOOD: Fragments = {
  providers: [simulated('sim')],
  models: [model('a', 'sim')],
  policies: [rule('p', 'prefer', ['a'], { condition: 'team == x' })],
  keys: [key('alice')],
};

function build(fragments: Fragments, builder = testBuilder()) {
  const built = builder.build(snapshotOf(fragments));
  if (isRefused(built)) throw new Error(JSON.stringify(built));
  return built;
}

const errorsOf = (fragments: Fragments) => {
  const built = testBuilder().build(snapshotOf(fragments));
  return isRefused(built) ? built : [];
};

describe('the builder', () => {
  it('makes indexes of a good snapshot', () => {
    const runtime = build(GOOD);
    expect(runtime.revision).toBe('1.1');
    expect(runtime.catalog.find('a', entitlement())).toMatchObject({ id: 'a' });
    expect([...runtime.keys.values()]).toMatchObject([{ principal: { key: 'alice' } }]);
    expect([...runtime.policies.attributeNames]).toEqual(['team']);
  });

  it.each([
    ['a condition that is none', { policies: [rule('bad', 'deny', [], { condition: 'team ==' })] }],
    [
      'a condition on what no text can be compared with',
      { policies: [rule('bad', 'deny', [], { condition: 'budget_remaining_usd > five' })] },
    ],
    ['a field of the wrong type', { models: [model('bad', 'sim', { weight: 'x' as never })] }],
    ['a date that is none', { deprecations: [deprecation('bad', { sunsetAt: 'tomorrow' })] }],
    ['a price that is no integer', { models: [model('bad', 'sim', { prices: { input: '1.5' } })] }],
  ])('refuses %s, and names the object', (_what, wrong: Fragments) => {
    const errors = errorsOf({ ...GOOD, ...wrong });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.source).toMatchObject({ name: 'bad' });
    expect(errors[0]?.message).not.toBe('');
  });

  it('refuses a time zone that does not exist', () => {
    expect(errorsOf({ settings: settings({ timeZone: 'Mars/Olympus' }) })).toMatchObject([
      { section: 'settings', source: { kind: 'ControlPlane' } },
    ]);
  });

  it('names everything that is wrong at once', () => {
    const policies = ['one', 'two'].map((id) => rule(id, 'deny', [], { condition: '(' }));
    const deprecations = [deprecation('three', { sunsetAt: 'tomorrow' })];
    expect(errorsOf({ ...GOOD, policies, deprecations })).toHaveLength(3);
  });

  it('leaves out models whose provider is not there, and members that are not', () => {
    const runtime = build({
      ...GOOD,
      models: [model('a', 'sim'), model('lost', 'gone')],
      policies: [group('g', { a: 1, lost: 1, unknown: 1 })],
    });
    expect(runtime.catalog.find('lost', entitlement())).toBeUndefined();
    const found = runtime.catalog.find('g', entitlement());
    expect(found?.kind === 'group' && found.members.map((one) => one.model.id)).toEqual(['a']);
  });

  it('shows what belongs to an organization, or is served by its provider, to that one alone', () => {
    const acme = { organization: 'acme' };
    const runtime = build({
      providers: [simulated('sim'), simulated('theirs', {}, acme)],
      models: [
        model('own', 'sim', acme),
        model('through-theirs', 'theirs'),
        model('torn', 'theirs', { organization: 'globex' }),
        model('same', 'sim', { aliases: ['shared-name'] }),
        model('other', 'sim', { ...acme, aliases: ['shared-name'] }),
      ],
    });
    const visible = (organization?: string) =>
      runtime.catalog.usable(entitlement({ organization })).map(({ name }) => name);
    expect(visible()).toEqual(['same', 'shared-name']);
    expect(visible('acme')).toEqual(['other', 'own', 'same', 'shared-name', 'through-theirs']);
    expect(visible('globex')).toEqual(['same', 'shared-name']);
    expect(runtime.catalog.find('shared-name', entitlement(acme))?.id).toBe('same');
  });

  it('knows which providers cannot be asked', () => {
    const runtime = build({
      providers: [
        provider('off', { baseUrl: 'http://x', isActive: false }),
        provider('lacking', { baseUrl: 'http://x', credential: 'missing' }),
        provider('not-yet', { baseUrl: 'http://x', credential: 'set' }),
        provider('good', { baseUrl: 'http://x', credential: 'set' }),
      ],
      credentials: [credential('good', 'sk')],
      models: ['off', 'lacking', 'not-yet', 'good'].map((id) => model(id, id)),
    });
    const unusable = ['off', 'lacking', 'not-yet', 'good'].map((id) => {
      const found = runtime.catalog.find(id, entitlement());
      return found?.kind === 'model' && found.provider.unusable;
    });
    expect(unusable).toEqual(['inactive', 'credential missing', 'credential missing', undefined]);
  });

  it('asks for clients again only of what changed, and reads unchanged sections once', () => {
    const asked: ProviderFragment[] = [];
    const builder = new RuntimeBuilder({
      clientFor: ({ fragment }) => {
        asked.push(fragment);
        const send = () => ({ pause() {}, resume() {}, cancel() {} });
        return { speaks: [], guard: NO_SECRETS, errorGuard: NO_SECRETS, send };
      },
      health: new HealthBook({ clock: systemClock, random: () => 0 }),
    });
    const first = build(GOOD, builder);
    const second = build({ ...GOOD, settings: settings({ defaultModel: 'a' }) }, builder);
    expect(asked[1]).toBe(asked[0]);
    const principals = [first, second].map((runtime) => [...runtime.keys.values()][0]?.principal);
    expect(principals[1]).toBe(principals[0]);
    expect(second.settings.defaultModel).toBe('a');
  });

  it('keeps what was seen of a model until it is another one, or elsewhere', () => {
    const builder = testBuilder();
    const at = (url: string) => provider('p', { baseUrl: url });
    const source = { kind: 'Model', name: 'm', uid: 'another', generation: 1 };
    const healthOf = (one: ProviderFragment, more = {}) => {
      const models = [model('m', 'p', more)];
      return build({ ...GOOD, providers: [one], models, policies: [] }, builder).catalog.models[0]
        ?.health;
    };
    const first = healthOf(at('http://x'));
    expect(healthOf(at('http://x'), { tier: 'premium', weight: 3 })).toBe(first);
    const seen = [
      first,
      healthOf(at('http://y')),
      healthOf({ ...at('http://y'), source: { ...source, kind: 'Provider' } }),
      healthOf(at('http://y'), { source }),
      healthOf(at('http://y'), { organization: 'acme' }),
      healthOf(at('http://y'), { upstreamModel: 'other' }),
    ];
    expect(new Set(seen.map((health) => health?.key)).size).toBe(seen.length);
    expect(healthOf(at('http://x'))).not.toBe(first);
    expect(healthOf(at('http://x'))?.key).toBe(first?.key);
  });

  it('forgets nothing good over a bad snapshot', () => {
    const builder = testBuilder();
    build(GOOD, builder);
    const bad = { ...GOOD, policies: [rule('bad', 'deny', [], { condition: '(' })] };
    expect(isRefused(builder.build(snapshotOf(bad)))).toBe(true);
    expect(build(GOOD, builder).catalog.has('a')).toBe(true);
  });
});
