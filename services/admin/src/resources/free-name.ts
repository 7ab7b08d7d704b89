import { hash } from 'node:crypto';
import type { Principal } from '../access/principal.ts';
import type { Collection, Spec } from './collection.ts';
import { organizationOf, readableBy } from './scope.ts';
import type { ObjectStore } from './store.ts';
import { asStored } from './stored-object.ts';

const HASH_CHARACTERS = 6;

export interface NewObject {
  readonly collection: Collection;
  readonly principal: Principal;
  readonly spec: Spec;
  /** The name that it would have if it were alone. */
  readonly name: string;
}

/**
 * metadata.name for a new object. Names are one space for everybody: where an object that its organization may know nothing of is
 * called so already, six characters of the hash of the own organization are added. So nobody learns from a refusal what another
 * organization has, nor keeps the platform from a name. What the own organization has is a clash as ever, and so is what it sees of
 * the platform's.
 */
export async function freeName(
  { collection, principal, spec, name }: NewObject,
  store: Pick<ObjectStore, 'read'>,
): Promise<string> {
  const { kind } = collection;
  if (kind.singleton !== undefined) return name;
  const own = organizationOf(collection, asStored(kind, { metadata: { name }, spec }));
  const apart = `${name}-${hash('sha256', own ?? '').slice(0, HASH_CHARACTERS)}`;
  const holder = await store.read(kind, name);
  if (holder) {
    const owner = organizationOf(collection, holder);
    const isClash =
      owner === own || (owner === undefined && readableBy(collection, principal)(holder));
    return isClash ? name : apart;
  }
  // Had this organization to take the longer name once, it has the name already.
  const earlier = await store.read(kind, apart);
  return earlier && organizationOf(collection, earlier) === own ? apart : name;
}
