import type { AttributeValue } from '@aicp/contracts/conditions/evaluate';
import { ROUTING_STRATEGIES } from '@aicp/crds/kit/routing-strategies';
import fc from 'fast-check';
import type { Asking, Owner, RuleOf, World } from './world-types.ts';

export const SUNSET = '2026-03-01';
export const LATER = '2027-03-01';
export const NOW = Date.parse('2026-06-01T00:00:00Z');

/** Keys of each organization, and of the platform. */
export const KEYS: readonly (readonly [name: string, Owner])[] = [
  ['acme-1', 'acme'],
  ['acme-2', 'acme'],
  ['rival-1', 'rival'],
  ['rival-2', 'rival'],
  ['platform-1', undefined],
  ['platform-2', undefined],
];

export const NAMES = ['a', 'b', 'c', 'd', 'x-1', 'x-2', 'y'];
const name = fc.constantFrom(...NAMES);
const owner = fc.constantFrom('acme' as const, 'rival' as const, undefined, undefined);
const names = (maxLength: number) => fc.uniqueArray(name, { maxLength });
const some = (most: number) => fc.uniqueArray(name, { minLength: 1, maxLength: most });
const list = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(fc.oneof(name, fc.constantFrom('x-*', 'a*')), { maxLength: 4 }),
  },
);

const model = fc
  .record({
    owner,
    id: name,
    aliases: names(2),
    fallbacks: names(2),
    tier: fc.constantFrom('free', 'premium'),
    price: fc.constantFrom(undefined, 0, 1, 2),
    uses: fc.option(name, { nil: undefined }),
    isActive: fc.constantFrom(true, true, true, false),
  })
  .map(({ aliases, fallbacks, ...rest }) => ({
    ...rest,
    aliases: aliases.filter((one) => one !== rest.id),
    fallbacks: fallbacks.filter((one) => one !== rest.id),
  }));

export const groupOf = (member: fc.Arbitrary<string>) =>
  fc.record({
    owner,
    alias: name,
    members: fc.uniqueArray(fc.record({ name: member, weight: fc.integer({ min: 0, max: 3 }) }), {
      minLength: 1,
      maxLength: 3,
      size: 'max',
      selector: (member) => member.name,
    }),
  });

const condition = fc.constantFrom(
  undefined,
  undefined,
  'organization == acme',
  'team == t1',
  'team != t1',
  'tier == premium',
  'stream == true',
  'model == a',
  'model in [a, b] || team == t3',
  'has(organization) && !(stream == true)',
  'budget_remaining_usd < 5',
  'budget_remaining_usd >= 5 && !(team == t1)',
  '!has(budget_remaining_usd)',
  'candidate.tier == premium',
  'candidate.tier != premium && team == t1',
  'candidate.provider == sim || stream == true',
  'candidate.error_rate > 0.05',
  'candidate.p95_ms < 500',
  '!(candidate.p95_ms >= 500) && has(organization)',
  'candidate.provider.startsWith(acme) && !(team in [t2, t3] || candidate.error_rate > 0.5)',
);

/** A rule, of the platform or of an organization. */
export const rule: fc.Arbitrary<RuleOf> = fc
  .record({
    owner,
    action: fc.constantFrom('permit' as const, 'prefer' as const, 'deny' as const),
    condition,
    priority: fc.integer({ min: -1, max: 1 }),
    targets: names(3),
  })
  // A prefer of nothing is no valid policy, unless its condition says which models it is for.
  .map((one) =>
    one.action === 'prefer' && one.targets.length === 0 && !one.condition?.includes('candidate.')
      ? { ...one, targets: ['a'] }
      : one,
  );

export const fallback = fc.record({
  owner,
  priority: fc.integer({ min: 0, max: 1 }),
  model: name,
  fallbacks: some(2),
});

const deprecation = fc
  .record({
    owner,
    model: name,
    replacement: fc.option(name, { nil: undefined }),
    isRerouted: fc.boolean(),
    isPast: fc.boolean(),
  })
  .map(({ replacement, isRerouted, ...rest }) => {
    const other = replacement === rest.model ? undefined : replacement;
    return { ...rest, replacement: other, isRerouted: isRerouted && other !== undefined };
  });

const tier = fc.record({
  owner,
  models: fc.uniqueArray(fc.oneof(name, fc.constant('x-*')), { maxLength: 2 }),
  labels: fc.constantFrom<string[]>([], [], ['premium'], ['free', 'premium']),
  isOnApproval: fc.constantFrom(true, true, true, false),
});

const grant = fc
  .record({
    owner,
    tier: fc.integer({ min: 0, max: 3 }),
    to: fc.oneof(
      fc.record({ teamId: fc.constantFrom('t1', 't2', 't3') }),
      fc.record({ userId: fc.constantFrom('ada', 'bob') }),
      fc.record({ keyId: fc.constantFrom(...KEYS.map(([key]) => key)) }),
      fc.constant({}),
    ),
    expiresAt: fc.constantFrom(
      undefined,
      new Date(NOW).toISOString(),
      new Date(NOW + 1).toISOString(),
    ),
  })
  // Nobody writes one that is for nobody.
  .filter(({ owner: whose, to }) => whose !== undefined || Object.keys(to).length > 0);

export const strategy = fc.record({
  owner,
  priority: fc.integer({ min: 0, max: 1 }),
  strategy: fc.constantFrom(...ROUTING_STRATEGIES),
  group: fc.option(name, { nil: undefined, freq: 1 }),
});

const figures = fc.record({
  p95Ms: fc.constantFrom(undefined, 400, 600),
  errorRate: fc.constantFrom(undefined, 0, 0.1, 1),
  inFlight: fc.nat(2),
  meanMs: fc.constantFrom(undefined, 100, 200.2, 199.9),
  tokensThisMinute: fc.nat(2),
});

const usd = fc.constantFrom(undefined, 0, 4.5, 5, 9);
const money = fc.record({ ofAll: usd, ofTold: usd });

const budget = fc.record({
  owner,
  entity: fc.constantFrom<readonly [string, string | undefined]>(
    ['global', undefined],
    ['organization', 'acme'],
    ['team', undefined],
    ['team', 't1'],
    ['key', 'rival-1'],
    ['key', undefined],
    ['user', 'ada'],
    ['model', 'a'],
    ['model', undefined],
    ['tag', 'project=p1'],
  ),
  limit: fc.constantFrom('0', '4.5', '9', '9'),
  action: fc.constantFrom('block', 'warn', 'downgrade'),
  downgradeTo: name,
});

const abTest = fc
  .record({
    owner,
    base: name,
    variant: name,
    state: fc.constantFrom('running' as const, 'running' as const, 'promoted' as const),
    percent: fc.constantFrom(0, 12.5, 50, 50, 100),
    stickyBy: fc.constantFrom('user' as const, 'key' as const),
  })
  .filter(({ base, variant }) => base !== variant);

/** Every model that there may be. */
const MODELS = ['', 'acme', 'rival'].flatMap((one) => NAMES.map((id) => `${one}/${id}`));

const parts = {
  models: fc.array(model, { minLength: 1, maxLength: 7 }),
  groups: fc.array(groupOf(name), { maxLength: 3 }),
  rules: fc.array(rule, { maxLength: 7, size: 'max' }),
  fallbacks: fc.uniqueArray(fallback, { maxLength: 3, selector: (one) => one.owner ?? '' }),
  deprecations: fc.uniqueArray(deprecation, {
    maxLength: 3,
    selector: (one) => `${one.owner ?? ''} ${one.model}`,
  }),
  tiers: fc.array(tier, { maxLength: 3 }),
  grants: fc.array(grant, { maxLength: 5 }),
  strategies: fc.array(strategy, { maxLength: 4, size: 'max' }),
  figures: fc
    .array(figures, { minLength: MODELS.length, maxLength: MODELS.length })
    .map((all) => Object.fromEntries(all.map((one, index) => [MODELS[index] ?? '', one]))),
  organizationLists: fc.record({ acme: list, rival: list }),
  teamLists: fc.record({ t1: list, t2: list, t3: list }),
  defaultModel: fc.option(name, { nil: undefined }),
  budgets: fc.array(budget, { maxLength: 4, size: 'max' }),
  money: fc.record({ acme: money, rival: money, '': money }),
  tests: fc.array(abTest, { maxLength: 4, size: 'max' }),
};

const stockedName = fc.constantFrom(...NAMES.slice(0, 5));

/** Models and groups of the platform whose names do not clash, but with those of an organization. */
const stocked = {
  models: fc
    .tuple(fc.array(model, { minLength: 5, maxLength: 5 }), fc.array(model, { maxLength: 2 }))
    .map(([platforms, others]) => [
      ...platforms.map((one, index) => {
        const id = NAMES[index] ?? '';
        const fallbacks = one.fallbacks.filter((name) => name !== id);
        return { ...one, id, fallbacks, aliases: [], owner: undefined };
      }),
      ...others,
    ]),
  groups: fc.tuple(groupOf(stockedName), groupOf(stockedName)).map(([one, other]) => [
    { ...one, owner: undefined, alias: 'x-2' },
    { ...other, alias: 'y' },
  ]),
};

/** Installations: some where names clash, and some where there is much to choose between. */
export const world: fc.Arbitrary<World> = fc.oneof(
  fc.record(parts),
  fc.record({ ...parts, ...stocked }),
);

/** Requests of keys of two organizations and their teams, and of the platform's. */
export const asking: fc.Arbitrary<Asking> = fc
  .record({
    from: fc.constantFrom<readonly [Asking['organization'], string | undefined]>(
      ['acme', 't1'],
      ['acme', 't2'],
      ['acme', undefined],
      ['rival', 't3'],
      ['rival', undefined],
      [undefined, undefined],
    ),
    key: fc.constantFrom(1, 2),
    user: fc.constantFrom('ada', 'bob', undefined),
    keyList: list,
    model: fc.option(name, { nil: undefined, freq: 12 }),
    stream: fc.boolean(),
    dice: fc.constantFrom(0, 0.3, 0.6, 0.9),
  })
  .map(({ from: [organization, team], key, ...rest }) => ({
    organization,
    team,
    ...rest,
    key: `${organization ?? 'platform'}-${key}`,
  }));

/** What a model may be like, as far as the conditions of the worlds tell models apart. */
export const CONCEIVABLE = ['free', 'premium'].flatMap((tier) =>
  ['sim', 'acme-sim', 'rival-sim'].flatMap((provider) =>
    [undefined, 1, 1000].flatMap((p95) =>
      [undefined, 0, 1].map((errorRate): Record<string, AttributeValue> => ({
        'candidate.tier': tier,
        'candidate.provider': provider,
        'candidate.p95_ms': p95,
        'candidate.error_rate': errorRate,
      })),
    ),
  ),
);
