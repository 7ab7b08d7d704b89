import { Problem } from '@aicp/common/errors/problem';
import type { Collection, Spec } from './collection.ts';
import { idOf, otherNames } from './identity.ts';
import { organizationOf } from './rights.ts';
import type { ObjectStore } from './store.ts';
import { asStored, type StoredObject } from './stored-object.ts';

/** An object as it is to be written. */
interface Wanted {
  readonly name: string;
  readonly spec: Spec;
  /** Undefined of a new object. */
  readonly before: StoredObject | undefined;
}

/**
 * Throws a Problem (409) where paths and requests that mean another object of the same owner would find this one, or the other way round:
 * its id or slug is the id or slug of that. Words that it had before are its own. Organizations have no owner: they share one space.
 */
export function requireFreeSlug(
  store: Pick<ObjectStore, 'find'>,
  collection: Collection,
  { name, spec, before }: Wanted,
): void {
  const { kind, noun } = collection;
  if (kind.structural.spec.properties?.['slug'] === undefined) return;
  const object = asStored(kind, { metadata: { name }, spec });
  const ownerOf = (one: StoredObject): string | undefined =>
    kind.kind === 'Organization' ? undefined : organizationOf(collection, one);
  const isOther = (one: StoredObject): boolean =>
    one.metadata.name !== name && ownerOf(one) === ownerOf(object);
  const words = (one: StoredObject): readonly string[] => [
    one.metadata.name,
    ...otherNames(kind, one),
  ];
  const known = new Set(before && ownerOf(before) === ownerOf(object) ? words(before) : []);
  for (const word of words(object)) {
    const other = known.has(word) ? undefined : store.find(kind, word, isOther);
    if (other === undefined) continue;
    const detail = `"${word}" is already the id or slug of the ${noun} "${idOf(kind, other)}": choose another slug, or change that one.`;
    throw new Problem(409, detail);
  }
}
