/** Somebody who belongs to a team or an organization, and as what. */
export interface Member {
  readonly user_id: string;
  readonly role: string;
}

/** What people call a role. */
export const ROLE_NAMES: Readonly<Record<string, string>> = {
  org_admin: 'Administrator',
  admin: 'Administrator',
  team_admin: 'Team administrator',
  member: 'Member',
  finance: 'Finance',
  viewer: 'Viewer',
};

/** What a role may do there, in one line. */
export const ROLE_NOTES: Readonly<Record<string, string>> = {
  org_admin: 'Runs everything of the organization.',
  team_admin: 'Runs teams, with their keys and members.',
  member: 'Uses models with keys of their own.',
  finance: 'Reads spend and budgets, and makes reports.',
  viewer: 'Reads, and changes nothing.',
};

export const TEAM_ROLES = ['team_admin', 'member', 'viewer'] as const;
export const ORGANIZATION_ROLES = [
  ...['org_admin', 'team_admin', 'member', 'finance', 'viewer'],
] as const;

/** Roles to choose from; one that somebody has already is among them, whatever it is. `admin` is another word for `org_admin`. */
export function roleOptions(
  roles: readonly string[],
  current?: string,
): { readonly value: string; readonly label: string }[] {
  const all = current === undefined || roles.includes(current) ? roles : [current, ...roles];
  return all.map((value) => ({ value, label: ROLE_NAMES[value] ?? value }));
}
