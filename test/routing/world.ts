import fc from 'fast-check';

/** A random installation, as small as it can be for names to clash. Plain data: the compiled form and the naive model are both made of it. */
export interface World {
  readonly models: readonly ModelOf[];
  readonly groups: readonly GroupOf[];
  readonly rules: readonly RuleOf[];
  readonly fallbacks: readonly FallbackOf[];
  readonly deprecations: readonly DeprecationOf[];
  readonly tiers: readonly TierOf[];
  readonly grants: readonly GrantOf[];
  /** What each organization, and each team, is limited to; empty: everything. */
  readonly organizationLists: Readonly<Record<string, readonly string[]>>;
  readonly teamLists: Readonly<Record<string, readonly string[]>>;
  readonly defaultModel: string | undefined;
}

export type Owner = 'acme' | 'rival' | undefined;

export interface ModelOf {
  readonly owner: Owner;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly fallbacks: readonly string[];
  readonly tier: string;
  /** Of an organization's model: the platform's model that it uses; undefined: it has a provider of its own. */
  readonly uses: string | undefined;
  readonly isActive: boolean;
}

export interface GroupOf {
  readonly owner: Owner;
  readonly alias: string;
  readonly members: readonly { readonly name: string; readonly weight: number }[];
}

export interface RuleOf {
  readonly owner: Owner;
  readonly action: 'permit' | 'prefer' | 'deny';
  readonly condition: string | undefined;
  readonly priority: number;
  readonly targets: readonly string[];
}

export interface FallbackOf {
  readonly owner: Owner;
  readonly priority: number;
  readonly model: string;
  readonly fallbacks: readonly string[];
}

export interface DeprecationOf {
  readonly owner: Owner;
  readonly model: string;
  readonly replacement: string | undefined;
  readonly isRerouted: boolean;
  readonly isPast: boolean;
}

/** An access tier, `tier<place>`. */
export interface TierOf {
  readonly owner: Owner;
  readonly models: readonly string[];
  readonly labels: readonly string[];
  readonly isOnApproval: boolean;
}

export interface GrantOf {
  readonly owner: Owner;
  /** The tier's place; there may be none. */
  readonly tier: number;
  readonly to: {
    readonly teamId?: string | undefined;
    readonly userId?: string | undefined;
    readonly keyId?: string | undefined;
  };
  readonly expiresAt: string | undefined;
}

/** One request. */
export interface Asking {
  readonly key: string;
  readonly user: string | undefined;
  readonly organization: Owner;
  readonly team: string | undefined;
  readonly keyList: readonly string[];
  readonly model: string | undefined;
  readonly stream: boolean;
  /** What the dice show; [0, 1). */
  readonly dice: number;
}

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

/** Who serves, in order, as `owner/id`; or the code of the refusal. */
export type Answer = readonly string[] | string;

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
    uses: fc.option(name, { nil: undefined }),
    isActive: fc.constantFrom(true, true, true, false),
  })
  .map(({ aliases, fallbacks, ...rest }) => ({
    ...rest,
    aliases: aliases.filter((one) => one !== rest.id),
    fallbacks: fallbacks.filter((one) => one !== rest.id),
  }));

const group = fc.record({
  owner,
  alias: name,
  members: fc.uniqueArray(fc.record({ name, weight: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
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
);

const rule = fc
  .record({
    owner,
    action: fc.constantFrom('permit' as const, 'prefer' as const, 'deny' as const),
    condition,
    priority: fc.integer({ min: -1, max: 1 }),
    targets: names(3),
  })
  // A prefer of nothing is no valid policy.
  .map((one) =>
    one.action === 'prefer' && one.targets.length === 0 ? { ...one, targets: ['a'] } : one,
  );

const fallback = fc.record({
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

/** Installations. */
export const world: fc.Arbitrary<World> = fc.record({
  models: fc.array(model, { minLength: 1, maxLength: 7 }),
  groups: fc.array(group, { maxLength: 3 }),
  rules: fc.array(rule, { maxLength: 6 }),
  fallbacks: fc.uniqueArray(fallback, { maxLength: 3, selector: (one) => one.owner ?? '' }),
  deprecations: fc.uniqueArray(deprecation, {
    maxLength: 3,
    selector: (one) => `${one.owner ?? ''} ${one.model}`,
  }),
  tiers: fc.array(tier, { maxLength: 3 }),
  grants: fc.array(grant, { maxLength: 5 }),
  organizationLists: fc.record({ acme: list, rival: list }),
  teamLists: fc.record({ t1: list, t2: list, t3: list }),
  defaultModel: fc.option(name, { nil: undefined }),
});

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
