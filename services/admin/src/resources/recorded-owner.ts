import type { OwnerBinding } from '@aicp/crds/kit/conditions';
import type { StoredObject } from './stored-object.ts';

/** The organization that the operator bound this very object to; undefined where it has recorded none. */
export function recordedOwner({ metadata, status }: StoredObject): OwnerBinding | undefined {
  // The operator alone writes the status, and the API checked its schema.
  const owner = status?.['owner'] as OwnerBinding | undefined;
  return owner !== undefined && owner.objectUid === metadata.uid ? owner : undefined;
}
