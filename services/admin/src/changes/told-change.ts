import type { Principal } from '@aicp/api-kit/access/principal';
import { auditNameOf } from '@aicp/crds/kit/kind';
import { can, permissionTo } from '../access/permissions.ts';
import type { Collection } from '../resources/collection.ts';
import { collectionPath } from '../resources/collection-path.ts';
import { idOf } from '../resources/identity.ts';
import { organizationOf, readableBy } from '../resources/rights.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import { versionOf } from '../resources/version.ts';
import type { Change, FactChange, ObjectChange, ToldChange } from './change.ts';

/** Whether somebody may read an object. */
export type Readable = (collection: Collection, object: StoredObject) => boolean;

/** What somebody may read, by the rights of the lists. What is worked out for a collection is remembered. */
export function readableFor(reader: Principal): Readable {
  const known = new Map<Collection, (object: StoredObject) => boolean>();
  return (collection, object) => {
    let test = known.get(collection);
    if (!test) {
      const mayRead = can(reader, permissionTo('read', collection));
      test = mayRead ? readableBy(collection, reader) : () => false;
      known.set(collection, test);
    }
    return test(object);
  };
}

/** What somebody is told of a change: nothing, one thing, or two where an object got another id. */
export const toldOf = (
  change: Change,
  { reader, isReadable }: { readonly reader: Principal; readonly isReadable: Readable },
): readonly ToldChange[] =>
  'resourceType' in change ? toldOfFact(change, reader) : toldOfObject(change, isReadable);

function toldOfFact(change: FactChange, reader: Principal): readonly ToldChange[] {
  if (!change.isFor(reader)) return [];
  const { type = 'updated', resourceType, collection, id, organization } = change;
  return [
    {
      ...{ type, resource_type: resourceType, collection, id },
      organization_id: organization ?? null,
    },
  ];
}

function toldOfObject(
  { collection, object, previous }: ObjectChange,
  isReadable: Readable,
): readonly ToldChange[] {
  const shown = (one: StoredObject | undefined): StoredObject | undefined =>
    one && isReadable(collection, one) ? one : undefined;
  const [before, now] = [shown(previous), shown(object)];
  if (before && now && isSame(collection, before, now)) return [told(collection, now, 'updated')];
  return [
    ...(before ? [told(collection, before, 'deleted')] : []),
    ...(now ? [told(collection, now, 'created')] : []),
  ];
}

const isSame = ({ kind }: Collection, one: StoredObject, other: StoredObject): boolean =>
  idOf(kind, one) === idOf(kind, other);

function told(collection: Collection, object: StoredObject, type: ToldChange['type']): ToldChange {
  return {
    type,
    resource_type: auditNameOf(collection.kind),
    collection: collectionPath(collection, object),
    id: idOf(collection.kind, object),
    organization_id: organizationOf(collection, object) ?? null,
    version: versionOf(object),
  };
}
