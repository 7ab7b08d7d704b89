import { kindNamed } from '@aicp/crds/kinds';
import type { Collection } from '../collection.ts';
import { otherNames } from '../identity.ts';
import { organizationOf } from '../rights.ts';
import type { StoredObject } from '../stored-object.ts';

/** The organization of an object of whatever kind; undefined for the platform's. */
export type OwnerOf = (object: StoredObject) => string | undefined;

type CollectionOf = (kind: string) => { readonly collection: Collection } | undefined;

/** The organization of objects, by the rules of their collections where they have one. */
export const ownersBy =
  (serviceOf: CollectionOf): OwnerOf =>
  (object) => {
    const collection = serviceOf(object.kind)?.collection;
    const own = object.spec['organizationId'];
    if (collection) return organizationOf(collection, object);
    return typeof own === 'string' ? own : undefined;
  };

/** Whether one object may mean the other: a tenant's object that names another tenant's stands on nothing, must not hold that up, nor be told of it. */
export function areOfOneTenant(owner: OwnerOf, from: StoredObject, target: StoredObject): boolean {
  const [own, other] = [owner(from), owner(target)];
  return own === undefined || other === undefined || own === other;
}

/** What references name an object by: only models are referred to by more than metadata.name. */
export function wordsOf(object: StoredObject): readonly string[] {
  const { kind, metadata, spec } = object;
  if (kind !== 'Model') return [metadata.name];
  const names = otherNames(kindNamed(kind), object);
  const aliases = (spec['aliases'] ?? []) as readonly string[];
  return [...new Set([metadata.name, ...names, ...aliases])];
}
