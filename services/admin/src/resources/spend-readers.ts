import type { Principal } from '@aicp/api-kit/access/principal';
import { scopeOf } from '../access/permissions.ts';
import type { Collection } from './collection.ts';
import { isInReach } from './rights.ts';
import type { StoredObject } from './stored-object.ts';

/** Conditions whose messages tell what was spent. */
const OF_SPEND: readonly unknown[] = ['NearLimit', 'Exceeded', 'Overcommitted'];

/** Whether somebody may know what all requests of an object together cost: who may read its usage, and nobody else. */
export function readsSpend(
  collection: Collection,
  object: StoredObject,
  reader: Principal,
): boolean {
  const scope = scopeOf(reader.role, 'usage:read');
  if (scope === undefined || scope === 'all') return scope === 'all';
  return isInReach(collection, object, reader, scope);
}

/** Of an answer, what takes the place of what tells of spend that the reader may not know. */
export function withoutForeignSpend(
  collection: Collection,
  object: StoredObject,
  { conditions, reader }: { conditions: readonly { type: string }[]; reader: Principal },
): Readonly<Record<string, unknown>> {
  if (readsSpend(collection, object, reader)) return {};
  const { spendFields = [] } = collection;
  return {
    ...Object.fromEntries(spendFields.map((field) => [field, null])),
    conditions: conditions.filter(({ type }) => !OF_SPEND.includes(type)),
  };
}

/** Whether a field tells a reader of lists of spend, which its order would tell as well. */
export function isForeignSpend(
  { spendFields = [] }: Pick<Collection, 'spendFields'>,
  reader: Principal,
  field: string,
): boolean {
  const scope = scopeOf(reader.role, 'usage:read');
  return spendFields.includes(field) && scope !== 'all' && scope !== 'organization';
}
