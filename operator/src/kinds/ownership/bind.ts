import type { OwnerBinding } from '@aicp/crds/kit/conditions';
import type { Bound, OwnerProblem } from '../kit/owner.ts';

/** The organization that an object is of by its spec; `organization` is undefined for the platform's. */
export interface OwnerClaim {
  readonly organization: string | undefined;
  /** Whether its own spec names the organization. One that it has by its team can never move it to another organization. */
  readonly isOwn: boolean;
}

export interface BindInput {
  readonly objectUid: string;
  readonly claim: OwnerClaim;
  /** What was recorded of this very object. */
  readonly recorded: OwnerBinding | undefined;
  /** metadata.uid of the Organization of this name; undefined where there is none. */
  readonly uidOf: (organization: string) => string | undefined;
}

/**
 * Binds an object to its organization by uid, or says why it is not bound. An object that names another
 * organization than before was moved by somebody who may do that, and is bound anew. Everything else that differs from the record is no
 * match.
 */
export function bind({ objectUid, claim, recorded, uidOf }: BindInput): Bound {
  const { organization, isOwn } = claim;
  const isMoved = isOwn && recorded?.organization !== organization;
  const before = isMoved ? undefined : recorded;
  if (before && before.organization !== organization) {
    return { binding: before, problem: movedWithItsTeam() };
  }
  if (organization !== undefined) return bindTo(organization, { objectUid, before, uidOf });
  return { binding: isOwn ? undefined : { objectUid }, problem: undefined };
}

function bindTo(
  organization: string,
  from: Pick<BindInput, 'objectUid' | 'uidOf'> & { readonly before: OwnerBinding | undefined },
): Bound {
  const { objectUid, before, uidOf } = from;
  const organizationUid = uidOf(organization);
  if (organizationUid === undefined) return { binding: before, problem: absent(organization) };
  if (before && before.organizationUid !== organizationUid) {
    return { binding: before, problem: createdAnew(organization) };
  }
  return { binding: { objectUid, organization, organizationUid }, problem: undefined };
}

const absent = (organization: string): OwnerProblem => ({
  reason: 'ReferenceNotFound',
  message: `organizationId: Organization "${organization}" does not exist: create it, or take it out`,
  missing: `the organization "${organization}" does not exist`,
});

const createdAnew = (organization: string): OwnerProblem => ({
  reason: 'OwnerMismatch',
  message: `organizationId: Organization "${organization}" was deleted and created again since this object was made, and inherits nothing: delete this object and create it again, or let a platform administrator take organizationId out and set it anew`,
  missing: `the organization "${organization}" that it was made for does not exist any more`,
});

const movedWithItsTeam = (): OwnerProblem => ({
  reason: 'OwnerMismatch',
  message:
    'teamId: the team of this name is not of the organization that this key is bound to: name another team, delete the key and create it again, or let a platform administrator set organizationId',
  missing: 'its team is not of the organization that it was made for',
});
