import { Problem } from '@aicp/common/errors/problem';
import { reaches } from '../access/reaches.ts';
import { can, permissionTo, scopeOf, type Scope } from '../access/permissions.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Collection, Proposal } from './collection.ts';
import { recordedOwner } from './owners.ts';
import { type StoredObject, asStored } from './stored-object.ts';
import { isDeepStrictEqual } from 'node:util';
import { secretNamesIn } from '@aicp/crds/kit/secret-fields';
import { wireName } from '@aicp/crds/kit/wire-name';
import { withArticle } from '@aicp/crds/kit/with-article';
import { requireSecretAnew } from './require-secret-anew.ts';
import { secretPrefix } from './secret-keeper.ts';

type Verb = 'read' | 'write';

/** How far a permission of a principal reaches. Throws a Problem (403) where the principal has none; the route has checked that before. */
export function reach(collection: Collection, principal: Principal, verb: Verb): Scope {
  const permission = permissionTo(verb, collection);
  const scope = scopeOf(principal.role, permission);
  if (scope === undefined) throw new Problem(403, `This needs the permission ${permission}.`);
  return scope;
}

/** A field of a spec that is a text; undefined for anything else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The organization that an object belongs to; undefined for the platform's. */
export const organizationOf = (collection: Collection, object: StoredObject): string | undefined =>
  collection.organizationOf
    ? collection.organizationOf(object)
    : textOf(object.spec['organizationId']);

/** Whether a principal may see an object. One that the principal may not see is treated as if it were not there. */
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
    if (!isPlatforms && !isInReach(collection, object, principal, scope)) return false;
    return collection.isVisible?.(object, principal) ?? true;
  };
}

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

/** Whether a principal has the permission to write in a collection at all, and it reaches an object. */
export const isWriterOf = (
  collection: Collection,
  object: StoredObject,
  principal: Principal,
): boolean =>
  can(principal, permissionTo('write', collection)) && canWrite(collection, object, principal);

/** Whether an object's conditions say what a reader is not to know. */
export const keepsConditions = (
  collection: Collection,
  object: StoredObject,
  reader: Principal,
): boolean =>
  collection.hasPrivateConditions?.(object) === true && !isWriterOf(collection, object, reader);

/** Whether somebody reads an object for no other reason than that it is the platform's, which acts on everybody. */
export const isForeignPlatforms = (
  collection: Pick<Collection, 'permission'>,
  { spec }: StoredObject,
  { role }: Principal,
): boolean =>
  spec['organizationId'] === undefined && scopeOf(role, permissionTo('read', collection)) !== 'all';

/** Whether a principal's permission to write reaches an object. */
export function canWrite(
  collection: Collection,
  object: StoredObject,
  principal: Principal,
): boolean {
  const scope = reach(collection, principal, 'write');
  return scope === 'all' || isInReach(collection, object, principal, scope);
}

/** Whether a permission that reaches so far holds an object. */
export const isInReach = (
  collection: Collection,
  object: StoredObject,
  principal: Principal,
  scope: Exclude<Scope, 'all'>,
): boolean =>
  reaches(scope, principal, {
    organization: organizationOf(collection, object),
    organizationUid: recordedOwner(object)?.organizationUid,
    team: collection.teamOf ? collection.teamOf(object) : textOf(object.spec['teamId']),
    isOwn: () => collection.isOwn?.(object, principal) ?? false,
  });

/**
 * Throws a Problem (403) unless the writer may write what is proposed: nobody writes beyond their scope, into another
 * organization, with a Secret of somebody else, or more than they have. `kept` is the Secret that this very write makes. Other names are
 * not asked about: a name of another organization's is treated as if it were not there, and counts for nothing where it is read.
 */
export function requireRight(
  collection: Collection,
  proposal: Proposal,
  kept: string | undefined,
): void {
  const { scope } = proposal;
  if (scope !== 'all') {
    requireSameOwner(collection, proposal);
    requireReach(collection, proposal);
    requireOwnSecrets(collection, proposal, kept);
    requireSecretAnew(collection, proposal);
  }
  collection.authorize?.(proposal);
}

/** Throws a Problem (403) unless the writer's scope holds the object as it is and as it would be. */
export function requireReach(
  collection: Collection,
  { principal, name, before, spec }: Proposal,
): void {
  const after = asStored(collection.kind, { ...(before ?? { metadata: { name } }), spec });
  if (before && !canWrite(collection, before, principal)) throw notYours(collection, principal);
  if (!canWrite(collection, after, principal)) throw notYours(collection, principal);
}

function notYours(collection: Collection, principal: Principal): Problem {
  const { noun, isOwn } = collection;
  const isNobody = isOwn && principal.subject === principal.keyName;
  const why =
    isNobody && reach(collection, principal, 'write') === 'own'
      ? 'the key that you signed in with names no user, so that nothing is your own: have an administrator set its user_id.'
      : `see organization_id and team_id${isOwn ? ', and user_id' : ''}.`;
  return new Problem(403, `You may write ${withArticle(noun)} of your own only: ${why}`);
}

/** Throws a Problem (403) for writers whose scope may not create or delete in this collection. */
export function requireCreator({ creators, noun }: Collection, scope: Proposal['scope']): void {
  if (creators && !creators.includes(scope)) {
    throw new Problem(403, `Your role may neither create nor delete ${withArticle(noun)}.`);
  }
}

/** Throws a Problem (403) for writers whose scope may not write this collection's objects, or not these fields of them. */
export function requireEditor(
  collection: Collection,
  { scope, before, spec }: Pick<Proposal, 'scope' | 'before' | 'spec'>,
): void {
  const { kind, editors, creators = [scope], creatorFields = [], noun } = collection;
  if (editors && !editors.includes(scope)) {
    throw new Problem(403, `Your role may not change ${withArticle(noun)}.`);
  }
  if (creators.includes(scope)) return;
  const changed = creatorFields.find(
    (field) => !isDeepStrictEqual(before?.spec[field], spec[field]),
  );
  if (changed === undefined) return;
  throw new Problem(
    403,
    `Your role may not change ${wireName(kind, changed)} of ${withArticle(noun)}.`,
  );
}

/**
 * Throws a Problem (403) where an object would refer to a Secret that was not made here for it. Whoever may not name a Secret may not
 * write an object that somebody else made refer to one either: it could be sent to an address of theirs.
 */
export function requireOwnSecrets(
  { kind }: Collection,
  { name, before, spec }: Proposal,
  kept: string | undefined,
): void {
  const known = new Set(before ? secretNamesIn(kind, before.spec) : []);
  const prefix = secretPrefix(kind, name);
  for (const secret of secretNamesIn(kind, spec)) {
    if (secret === kept || (known.has(secret) && secret.startsWith(prefix))) continue;
    throw new Problem(
      403,
      'Only platform_admin may write an object whose secret_ref names a Secret: send the secret itself.',
    );
  }
}

/** Throws a Problem (403) where anybody but platform_admin would move an object out of its organization, or into another one. */
export function requireSameOwner(
  collection: Collection,
  { scope, before, spec }: Pick<Proposal, 'scope' | 'before' | 'spec'>,
): void {
  if (scope === 'all' || !before) return;
  const after = spec['organizationId'];
  if (after === before.spec['organizationId']) return;
  // To write down the organization that a key has by its team changes nothing.
  if (after !== undefined && after === organizationOf(collection, before)) return;
  throw new Problem(
    403,
    `Only platform_admin may change organization_id of ${withArticle(collection.noun)}: send it as it is, or leave it out.`,
  );
}
