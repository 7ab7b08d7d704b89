import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@aicp/common/errors/problem';
import { wireName } from '@aicp/crds/kit/wire-name';
import { withArticle } from '@aicp/crds/kit/with-article';
import type { Principal } from '../access/principal.ts';
import type { Collection, Proposal } from './collection.ts';
import { requireSameOwner } from './require-same-owner.ts';
import { requireSecretAnew } from './require-secret-anew.ts';
import { canWrite, reach } from './scope.ts';
import { secretNames, secretPrefix } from './secret-keeper.ts';
import { asStored } from './stored-object.ts';

/**
 * Throws a Problem (403) unless the writer may write what is proposed: nobody writes beyond his scope, into another organization, with
 * a Secret that is not his, or more than he has. `kept` is the Secret that this very write makes. What else he names is not asked about:
 * a name of another organization's is to him as if it were not there, and counts for nothing where it is read.
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
 * Whoever may not name a Secret may not write an object that somebody else made refer to one either: he could have it sent to an address
 * of his.
 */
function requireOwnSecrets(
  { kind }: Collection,
  { name, before, spec }: Proposal,
  kept: string | undefined,
): void {
  const known = new Set(before ? secretNames(kind, before.spec) : []);
  const prefix = secretPrefix(kind, name);
  for (const secret of secretNames(kind, spec)) {
    if (secret === kept || (known.has(secret) && secret.startsWith(prefix))) continue;
    throw new Problem(
      403,
      'Only platform_admin may write an object whose secret_ref names a Secret: send the secret itself.',
    );
  }
}
