import { kinds } from '@aicp/crds/kinds';
import type { Lookup, ReferredObject, Views } from '../kinds/kit/lookup.ts';
import { organizationOf } from '../kinds/kit/owner.ts';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { operatorKinds } from '../kinds/operator-kinds.ts';
import type { Owners } from '../kinds/ownership/resolve-owners.ts';
import type { Reading } from './read-spec.ts';

/** The kinds whose objects others name by `metadata.name`: those that a field or a kind declares. */
export const REFERRED_KINDS: ReadonlySet<string> = new Set([
  ...kinds.flatMap(({ references }) => references.map(({ to }) => to)),
  ...[...operatorKinds.values()].flatMap(({ refersTo }) => refersTo ?? []),
]);

const viewed = [...operatorKinds].filter(([, { view }]) => view);

/** The kinds whose objects show something of themselves, and of them those that say whether they have a fragment. */
export const VIEWED_KINDS: readonly string[] = viewed.map(([kind]) => kind);
export const FRAGMENT_VIEWS: readonly string[] = viewed.flatMap(([kind, { view }]) =>
  view?.isOfFragment ? [kind] : [],
);

/** The objects that others refer to by name. */
export function referredObjects(
  readings: readonly Reading[],
  owners: Owners,
): Pick<Lookup, 'referred'> {
  const byKind = new Map<string, Map<string, SourceObject>>(
    [...REFERRED_KINDS].map((kind) => [kind, new Map()]),
  );
  for (const { object } of readings) byKind.get(object.kind)?.set(object.name, object);
  return {
    referred: (kind, name) => {
      const object = byKind.get(kind)?.get(name);
      return object && referredFrom(object, owners);
    },
  };
}

function referredFrom(object: SourceObject, owners: Owners): ReferredObject {
  const owner = owners.get(object.uid);
  return {
    organization: organizationOf(object, owner),
    isOwned: owner !== undefined && owner.problem === undefined,
  };
}

export interface ViewOptions {
  readonly owners: Owners;
  /** Whether the present form can be used. */
  readonly isUsable: (reading: Reading) => boolean;
  readonly lastGood: (reading: Reading) => object | undefined;
}

/** What objects show of themselves, from readings that come oldest first. */
export function viewObjects(readings: readonly Reading[], options: ViewOptions): ObjectViews {
  const byKind = new Map(VIEWED_KINDS.map((kind) => [kind, new Map<string, Reading[]>()]));
  for (const reading of readings) {
    const { object, kind, spec } = reading;
    const known = byKind.get(object.kind);
    const key = kind.view?.keyOf(object, spec);
    if (!known || key === undefined) continue;
    const same = known.get(key);
    if (!same) known.set(key, [reading]);
    else if (kind.view?.isList) same.push(reading);
  }
  const see = (same: readonly Reading[]): unknown => {
    const [first] = same;
    if (!first?.kind.view?.isList) return first && viewOf(first, options);
    return same.map((one) => viewOf(one, options)).filter((view) => view !== undefined);
  };
  const ofFragments: ObjectViews['ofFragments'] = FRAGMENT_VIEWS.map((kind) => [
    kind,
    new Map([...(byKind.get(kind) ?? [])].map(([key, same]) => [key, see(same)])),
  ]);
  const seen = new Map(ofFragments);
  const views = VIEWED_KINDS.map((kind) => {
    const answer = (key: string): unknown => {
      const same = byKind.get(kind)?.get(key);
      return same && see(same);
    };
    const ready = seen.get(kind);
    return [`view of ${kind}`, ready ? (key: string) => ready.get(key) : answer] as const;
  });
  return { views: Object.fromEntries(views), ofFragments };
}

/** What objects show of themselves; of fragments it is known in full, by kind and key. */
export interface ObjectViews {
  readonly views: Views;
  readonly ofFragments: readonly (readonly [kind: string, ReadonlyMap<string, unknown>])[];
}

/** What an object shows of itself; undefined of kinds that show nothing. */
export const viewOf = (reading: Reading, { owners, isUsable, lastGood }: ViewOptions): unknown =>
  reading.kind.view?.of({
    object: reading.object,
    spec: reading.spec,
    owner: owners.get(reading.object.uid),
    isUsable: () => isUsable(reading),
    lastGood: () => lastGood(reading),
  });
