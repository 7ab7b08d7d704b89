import type { User } from '../api/session.ts';

type Role = User['role'];

/** What people call a role. `admin` is an older word for `org_admin`. */
export const ROLE_NAMES: Readonly<Record<string, string>> = {
  platform_admin: 'Platform administrator',
  org_admin: 'Organization administrator',
  admin: 'Organization administrator',
  team_admin: 'Team administrator',
  member: 'Member',
  finance: 'Finance',
  viewer: 'Viewer',
};

/** What people call a role, be it one that the console does not know. */
export const roleName = (role: string): string =>
  (Object.hasOwn(ROLE_NAMES, role) ? ROLE_NAMES[role] : undefined) ?? role;

/** What a role may do, in one line. */
export const ROLE_NOTES: Readonly<Record<string, string>> = {
  platform_admin: 'Runs the platform, with all organizations.',
  org_admin: 'Runs everything of the organization.',
  admin: 'Runs everything of the organization.',
  team_admin: 'Runs teams, with their keys and members.',
  member: 'Uses models with keys of their own.',
  finance: 'Reads spend and budgets, and makes reports.',
  viewer: 'Reads, and changes nothing.',
};

/** From the least to the most. Finance stands beside these. */
const RANKS: readonly string[] = ['viewer', 'member', 'team_admin', 'org_admin'];

/** The role that a word stands for. */
export const asRole = (role: string): string => (role === 'admin' ? 'org_admin' : role);

/** Whether a role grants nothing that `own` lacks: nobody gives more than they have. */
export function isWithin(role: string, own: Role): boolean {
  if (role === own || own === 'platform_admin') return true;
  if (role === 'platform_admin') return false;
  if (role === 'finance') return own === 'org_admin';
  return own !== 'finance' && RANKS.indexOf(role) <= RANKS.indexOf(own);
}

export interface RoleChoice {
  /** Of whoever chooses: nothing above it is offered. */
  readonly own: Role;
  /** The role that is there already, which stays among them whatever it is. */
  readonly current?: string | undefined;
}

/** Roles to choose from, each in its words once. */
export function roleOptions(
  roles: readonly string[],
  { own, current }: RoleChoice,
): { readonly value: string; readonly label: string }[] {
  const offered = roles.filter((role) => isWithin(role, own));
  const isOffered = current === undefined || offered.includes(current);
  const others = offered.filter((role) => current === undefined || role !== asRole(current));
  const all = isOffered ? offered : [current, ...others];
  return all.map((value) => ({ value, label: roleName(value) }));
}

/** Roles that act in an organization: without one, there is nothing that they may see. */
const WITHIN_ORGANIZATION: ReadonlySet<string> = new Set([
  ...['org_admin', 'team_admin', 'finance', 'viewer'],
]);

/** Whether who has a role, and belongs to no organization, may see nothing at the admin API. */
export const needsOrganization = (role: unknown): role is string =>
  typeof role === 'string' && WITHIN_ORGANIZATION.has(asRole(role));
