import type { Principal } from '@aicp/api-kit/access/principal';
import type { Scope } from './permissions.ts';

/** Whose something is, as far as rights go by it. */
export interface Owned {
  readonly organization: string | undefined;
  /** `metadata.uid` of the organization that it is bound to; undefined where none was recorded. */
  readonly organizationUid: string | undefined;
  readonly team: string | undefined;
  /** Whether it is the principal's own. */
  readonly isOwn: () => boolean;
}

/** Whether a permission that reaches so far holds something that is owned so: an object as it is stored, or a fragment of a snapshot. */
export function reaches(
  scope: Exclude<Scope, 'all'>,
  { organizationId, organizationUid, teamIds }: Principal,
  owned: Owned,
): boolean {
  // What is bound to an organization that was deleted is none of an organization that got its name.
  const isBound = owned.organizationUid === undefined || owned.organizationUid === organizationUid;
  if (owned.organization !== organizationId || !isBound) return false;
  // Two that belong to no organization are not of the same one.
  if (scope === 'organization') return owned.organization !== undefined;
  const isOfTeams = scope === 'teams' && owned.team !== undefined && teamIds.includes(owned.team);
  return isOfTeams || owned.isOwn();
}
