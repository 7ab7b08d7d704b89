import type { Principal } from '@aicp/api-kit/access/principal';
import { auditNameOf } from '@aicp/crds/kit/kind';
import { wireName } from '@aicp/crds/kit/wire-name';
import { can, permissionTo } from '../access/permissions.ts';
import type { Collection } from '../resources/collection.ts';
import { collectionPath } from '../resources/collection-path.ts';
import { idOf } from '../resources/identity.ts';
import { organizationOf, readableBy } from '../resources/rights.ts';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';

export interface FoundObject {
  readonly resource_type: string;
  readonly collection: string;
  readonly id: string;
  readonly name: string;
  readonly organization_id: string | null;
}

export interface SearchOptions {
  readonly store: Pick<ObjectStore, 'list'>;
  readonly collections: readonly Collection[];
  readonly reader: Principal;
  readonly limit: number;
}

interface Hit {
  readonly collection: Collection;
  readonly object: StoredObject;
  readonly id: string;
  readonly name: string;
}

/** What is searched: objects that have a list and a page of their own. */
export const isSearched = ({ hasOwnRoutes, path }: Collection): boolean =>
  hasOwnRoutes !== true || path.includes('{id}');

/** Objects whose id or name holds a text and that the reader may read: whose id it is, then whose id or name begins with it, then the rest, shorter ones first. */
export function searchObjects(text: string, options: SearchOptions): readonly FoundObject[] {
  const { store, collections, reader, limit } = options;
  const wanted = text.toLowerCase();
  const ranks: Hit[][] = [[], [], []];
  for (const collection of collections) {
    if (!isSearched(collection) || !can(reader, permissionTo('read', collection))) continue;
    const nameOf = namesOf(collection);
    for (const object of store.list(collection.kind)) {
      const id = idOf(collection.kind, object);
      const name = nameOf(object) ?? id;
      const rank = rankOf(wanted, id, name);
      if (rank !== undefined) ranks[rank]?.push({ collection, object, id, name });
    }
  }
  return readableOf(ranks, reader, limit);
}

/** Rights are asked of the best alone, until there are enough. */
function readableOf(
  ranks: readonly (readonly Hit[])[],
  reader: Principal,
  limit: number,
): readonly FoundObject[] {
  const tests = new Map<Collection, (object: StoredObject) => boolean>();
  const found: FoundObject[] = [];
  for (const hit of ranks.flatMap((hits) => hits.toSorted(shorterFirst))) {
    if (found.length >= limit) break;
    const isReadable = tests.get(hit.collection) ?? readableBy(hit.collection, reader);
    tests.set(hit.collection, isReadable);
    if (isReadable(hit.object)) found.push(toFound(hit));
  }
  return found;
}

const toFound = ({ collection, object, id, name }: Hit): FoundObject => ({
  resource_type: auditNameOf(collection.kind),
  collection: collectionPath(collection, object),
  id,
  name,
  organization_id: organizationOf(collection, object) ?? null,
});

const shorterFirst = (a: Hit, b: Hit): number =>
  a.id.length - b.id.length || (a.id < b.id ? -1 : Number(a.id > b.id));

function rankOf(wanted: string, id: string, name: string): number | undefined {
  const words = [id.toLowerCase(), name.toLowerCase()];
  if (words[0] === wanted) return 0;
  if (words.some((word) => word.startsWith(wanted))) return 1;
  return words.some((word) => word.includes(wanted)) ? 2 : undefined;
}

/** What people call an object; undefined for one without a name. */
function namesOf({ kind, hidden = [] }: Collection): (object: StoredObject) => string | undefined {
  const isNamed = wireName(kind, 'displayName') === 'name' && !hidden.includes('displayName');
  return ({ spec }) => {
    const name = isNamed ? spec['displayName'] : undefined;
    return typeof name === 'string' && name !== '' ? name : undefined;
  };
}
