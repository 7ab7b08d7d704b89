import { hash } from 'node:crypto';
import { organization } from '@aicp/crds/organization';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Collection, Spec } from './collection.ts';
import { organizationOf, readableBy } from './rights.ts';
import type { ObjectStore } from './store.ts';
import { asStored, type StoredObject } from './stored-object.ts';

const HASH_CHARACTERS = 6;
/** Longer names that are looked for before one is made up: somebody may have guessed the platform's and taken them. */
const TRIES = 4;

export interface NewObject {
  readonly collection: Collection;
  readonly principal: Principal;
  readonly spec: Spec;
  /** The name that it would have if it were alone. */
  readonly name: string;
  /** From 0 to 1. */
  readonly random: () => number;
}

/**
 * metadata.name for a new object. Names are one space for everybody: where an object that its organization may know nothing of is
 * called so already, six characters of a hash are added. So nobody learns from a refusal what another organization has, nor keeps it or
 * the platform from a name. What the own organization has is a clash as ever, and so is what it sees of the platform's.
 */
export async function freeName(wanted: NewObject, store: Store): Promise<string> {
  const { collection, principal, spec, name, random } = wanted;
  const { kind } = collection;
  if (kind.singleton !== undefined) return name;
  const own = organizationOf(collection, asStored(kind, { metadata: { name }, spec }));
  const holder = await store.read(kind, name);
  if (holder && isClash({ collection, principal }, holder, own)) return name;
  const seed = seedOf(store, own);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const longer = `${name}-${hash('sha256', `${seed} ${attempt}`).slice(0, HASH_CHARACTERS)}`;
    const other = await store.read(kind, longer);
    // Had this organization to take the longer name once, it has the name already.
    if (other && organizationOf(collection, other) === own) return longer;
    if (!other) return holder ? longer : name;
  }
  if (!holder) return name;
  return `${name}-${hash('sha256', String(random())).slice(0, HASH_CHARACTERS)}`;
}

type Store = Pick<ObjectStore, 'read' | 'find'>;

function isClash(
  { collection, principal }: Pick<NewObject, 'collection' | 'principal'>,
  holder: StoredObject,
  own: string | undefined,
): boolean {
  const owner = organizationOf(collection, holder);
  return owner === own || (owner === undefined && readableBy(collection, principal)(holder));
}

/** The uid of an organization, which the others do not know: they cannot take its longer names in advance. */
function seedOf(store: Store, own: string | undefined): string {
  if (own === undefined) return '';
  return store.find(organization, own)?.metadata.uid ?? own;
}
