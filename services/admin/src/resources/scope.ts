import { Problem } from '@aicp/common/errors/problem';
import { can, scopeOf, type Permission, type Scope } from '../access/permissions.ts';
import type { Principal } from '../access/principal.ts';
import type { Collection } from './collection.ts';
import { recordedOwner } from './recorded-owner.ts';
import type { StoredObject } from './stored-object.ts';

type Verb = 'read' | 'write';

/** How far a permission of a principal reaches. Throws a Problem (403) where he has none; the route has checked that before. */
export function reach(collection: Collection, principal: Principal, verb: Verb): Scope {
  const permission = `${collection.permission}:${verb}` as Permission;
  const scope = scopeOf(principal.role, permission);
  if (scope === undefined) throw new Problem(403, `This needs the permission ${permission}.`);
  return scope;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The organization that an object belongs to; undefined for the platform's. */
export const organizationOf = (collection: Collection, object: StoredObject): string | undefined =>
  collection.organizationOf
    ? collection.organizationOf(object)
    : textOf(object.spec['organizationId']);

/** Whether a principal may see an object: what he may not is to him as if it were not there. */
export function readableBy(
  collection: Collection,
  principal: Principal,
): (object: StoredObject) => boolean {
  const scope = reach(collection, principal, 'read');
  if (scope === 'all') return () => true;
  return (object) => {
    const owner = organizationOf(collection, object);
    const isPlatforms =
      collection.isShared === true && owner === undefined && scope === 'organization';
    if (!isPlatforms && !isWithin(collection, object, principal, scope)) return false;
    return collection.isVisible?.(object, principal) ?? true;
  };
}

/** Whether a principal has the permission to write in a collection at all, and it reaches an object. */
export const isWriterOf = (
  collection: Collection,
  object: StoredObject,
  principal: Principal,
): boolean =>
  can(principal, `${collection.permission}:write` as Permission) &&
  canWrite(collection, object, principal);

/** Whether a principal's permission to write reaches an object. */
export function canWrite(
  collection: Collection,
  object: StoredObject,
  principal: Principal,
): boolean {
  const scope = reach(collection, principal, 'write');
  return scope === 'all' || isWithin(collection, object, principal, scope);
}

function isWithin(
  collection: Collection,
  object: StoredObject,
  principal: Principal,
  scope: Exclude<Scope, 'all'>,
): boolean {
  const owner = organizationOf(collection, object);
  const isHouse = owner === principal.organizationId && isBoundTo(object, principal);
  // Two that belong to no organization are not of the same one.
  if (scope === 'organization') return isHouse && owner !== undefined;
  if (scope === 'teams' && isHouse && isOfTeams(collection, object, principal)) return true;
  return isHouse && (collection.isOwn?.(object, principal) ?? false);
}

/** What is bound to an organization that was deleted is none of an organization that got its name. */
function isBoundTo(object: StoredObject, { organizationUid }: Principal): boolean {
  const recorded = recordedOwner(object)?.organizationUid;
  return recorded === undefined || recorded === organizationUid;
}

function isOfTeams(collection: Collection, object: StoredObject, { teamIds }: Principal): boolean {
  const team = collection.teamOf ? collection.teamOf(object) : textOf(object.spec['teamId']);
  return team !== undefined && teamIds.includes(team);
}
