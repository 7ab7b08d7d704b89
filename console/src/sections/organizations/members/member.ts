/** Somebody who belongs to a team or an organization, and as what. */
export interface Member {
  readonly user_id: string;
  readonly role: string;
}

/** What a member of a team may be; a team makes nobody more. */
export const TEAM_ROLES = ['team_admin', 'member', 'viewer'] as const;

/** What a member of an organization may be. */
export const ORGANIZATION_ROLES = [
  ...['org_admin', 'team_admin', 'member', 'finance', 'viewer'],
] as const;
