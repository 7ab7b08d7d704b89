import fc from 'fast-check';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { object } from './builders.ts';

/** Whose an object is: the platform's, or one of two organizations'. */
export const OWNERS = ['platform', 'acme', 'rival'] as const;
export type Owner = (typeof OWNERS)[number];

export const TENANTS = ['acme', 'rival'] as const satisfies readonly Owner[];

/** No text holds such a mark by chance: each name says whose it is. */
const MARKS: Readonly<Record<Owner, string>> = { platform: 'zpz', acme: 'zaz', rival: 'zrz' };

export const ownerOf = (name: string): Owner | undefined =>
  OWNERS.find((owner) => name.startsWith(MARKS[owner]));

export const marksOfOthers = (owner: Owner): string[] =>
  TENANTS.filter((other) => other !== owner).map((other) => MARKS[other]);

const owned = (owner: Owner, spec: object): object =>
  owner === 'platform' ? spec : { ...spec, organizationId: owner };

/** A spec names a provider by its owner. */
function withProvider(owner: Owner, spec: object): object {
  const { provider } = spec as { readonly provider?: Owner | 'own' };
  if (provider === undefined) return spec;
  return { ...spec, provider: `${MARKS[provider === 'own' ? owner : provider]}0` };
}

/** Those that are always there: the organizations, and a provider of each owner. */
export const ALWAYS: readonly SourceObject[] = [
  ...TENANTS.map((id) => object('Organization', id, {})),
  ...OWNERS.map((owner) =>
    object('Provider', `${MARKS[owner]}0`, owned(owner, { type: 'simulated' })),
  ),
];

const requestName = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const requestNames = fc.uniqueArray(requestName, { maxLength: 2 });

const priority = fc.nat(1);
const condition = fc.constantFrom('team == x', 'stream == true');

/** Fields that one object in four has. */
const seldom = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          fc.option(value, { freq: 3, nil: undefined }).map((one) => ({ one })),
        ]),
      ),
    )
    .map((all) => {
      const entries = Object.entries(all as Record<string, { one: unknown }>);
      return Object.fromEntries(
        entries.flatMap(([name, { one }]) => (one === undefined ? [] : [[name, one]])),
      );
    });

const merged = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<object> =>
  fc.tuple(...parts).map((values) => Object.assign({}, ...values) as object);

const specs = {
  Model: fc
    .tuple(
      fc.uniqueArray(requestName, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('own', 'own', 'own', 'platform', 'platform', 'acme'),
      seldom({
        fallbacks: requestNames,
        isActive: fc.constant(false),
        tier: fc.constantFrom('free', 'premium'),
        inputPricePerMillion: fc.nat(2),
      }),
      requestName,
    )
    .map(([[modelId, ...aliases], provider, more, upstreamModel]) => ({
      modelId,
      aliases,
      provider,
      ...more,
      ...(provider === 'platform' ? { upstreamModel } : {}),
    })),
  RoutingPolicy: fc.oneof(
    merged(
      fc.record({
        action: fc.constantFrom('permit', 'deny', 'prefer'),
        targetModels: requestNames,
      }),
      seldom({ priority, condition }),
    ),
    fc.record({
      policyType: fc.constant('fallback'),
      priority,
      config: fc.record({
        model: requestName,
        fallbacks: fc.array(requestName, { minLength: 1, maxLength: 3 }),
      }),
    }),
    fc.record({
      policyType: fc.constant('model_group'),
      config: fc.record({
        alias: requestName,
        models: fc.array(requestName, { minLength: 1, maxLength: 3 }),
      }),
    }),
  ),
  ModelDeprecation: merged(
    fc.record({ modelName: requestName }),
    seldom({ replacementModel: requestName, autoReroute: fc.boolean() }),
  ),
} as const satisfies Record<string, fc.Arbitrary<object>>;

/** An object of an owner, in one of few places, so that objects meet and replace one another. */
export const objectOf = (owner: Owner): fc.Arbitrary<SourceObject> =>
  fc
    .tuple(
      fc.constantFrom(
        'Model',
        'Model',
        'Model',
        'RoutingPolicy',
        'RoutingPolicy',
        'ModelDeprecation',
      ),
      fc.nat(3),
      fc.nat(9),
      fc.nat(3),
    )
    .chain(([kind, place, age, generation]) =>
      specs[kind].map((spec) =>
        object(kind, `${MARKS[owner]}${place}`, owned(owner, withProvider(owner, spec)), {
          age,
          generation,
        }),
      ),
    );

/** Objects of some owners, at most one of each kind and name. */
export const objectsOfOwners = (
  owners: readonly Owner[],
  maxLength = 24,
): fc.Arbitrary<SourceObject[]> =>
  fc.uniqueArray(fc.constantFrom(...owners).chain(objectOf), {
    maxLength,
    size: 'max',
    selector: ({ kind, name }) => `${kind}/${name}`,
  });

/** What was, and what is: of what was, some objects stay, some go, and some can no longer be read or used; new ones come. */
export const history: fc.Arbitrary<{ past: SourceObject[]; now: SourceObject[] }> = objectsOfOwners(
  OWNERS,
).chain((past) =>
  fc
    .tuple(
      fc.array(fc.constantFrom('stays', 'stays', 'goes', 'spoilt'), {
        minLength: past.length,
        maxLength: past.length,
      }),
      objectsOfOwners(OWNERS, 8),
    )
    .map(([fates, fresh]) => {
      const isNew = ({ kind, name }: SourceObject): boolean =>
        fresh.some((one) => one.kind === kind && one.name === name);
      const left = past.flatMap((one, place) => {
        if (fates[place] === 'goes' || isNew(one)) return [];
        return fates[place] === 'spoilt' ? [spoilt(one)] : [one];
      });
      return { past, now: [...left, ...fresh] };
    }),
);

/** The same object edited so that its last good form stays in use. */
export const spoilt = (one: SourceObject): SourceObject => ({
  ...one,
  generation: one.generation + 1,
  spec: { ...(one.spec as object), weight: 'heavy', condition: 'team ==', policyType: 7 },
});
