import type { Collection } from './collection.ts';
import { organizationOf } from './rights.ts';
import type { StoredObject } from './stored-object.ts';

/** Path of the list that an object is in: `/api/v1/teams`, and below its organization for a business unit. */
export const collectionPath = (collection: Collection, object: StoredObject): string =>
  `/api/v1/${collection.path.replace('{id}', encodeURIComponent(organizationOf(collection, object) ?? ''))}`;
