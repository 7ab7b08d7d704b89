import fc from 'fast-check';
import type { Asking, World } from './world.ts';

const NAMES = ['a', 'b', 'c', 'd', 'x-1', 'x-2', 'y'];
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
    keyList: list,
    model: fc.option(name, { nil: undefined, freq: 12 }),
    stream: fc.boolean(),
    dice: fc.constantFrom(0, 0.3, 0.6, 0.9),
  })
  .map(({ from: [organization, team], ...rest }) => ({ organization, team, ...rest }));
