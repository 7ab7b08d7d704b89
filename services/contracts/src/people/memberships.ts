import type { OrganizationFragment, TeamFragment } from '../snapshot/sections/accounts.ts';
import { isWithin, type Role } from './roles.ts';

/** A role that a membership or a claim gives; with a team, by being of that team. */
export interface Grant {
  readonly role: Role;
  /** metadata.name of the Team. */
  readonly team?: string | undefined;
}

/** By organization and name of the member. */
export type Memberships = ReadonlyMap<string, readonly Grant[]>;

const keyOf = (organization: string, user: string): string => `${organization}\0${user}`;

/** Who is a member of each organization, or of a team of it. */
export function membershipsIn(
  organizations: readonly OrganizationFragment[],
  teams: readonly TeamFragment[],
): Memberships {
  const memberships = new Map<string, Grant[]>();
  const add = (organization: string, user: string, grant: Grant): void => {
    const key = keyOf(organization, user);
    const known = memberships.get(key);
    if (known) known.push(grant);
    else memberships.set(key, [grant]);
  };
  for (const { id, members } of organizations) {
    for (const { user, role } of members) add(id, user, { role });
  }
  for (const { id: team, organization, members } of teams) {
    if (organization === undefined) continue;
    // A team makes nobody administrator of its organization.
    for (const { user, role } of members) add(organization, user, { role: withinTeam(role), team });
  }
  return memberships;
}

const withinTeam = (role: Role): Role => {
  if (isWithin(role, 'team_admin')) return role;
  // No team gives a look at the money of its organization.
  return role === 'finance' ? 'member' : 'team_admin';
};

/** What the memberships of a person give; empty where there are none. */
export const grantsOf = (
  memberships: Memberships | undefined,
  organization: string,
  user: string,
): readonly Grant[] => memberships?.get(keyOf(organization, user)) ?? [];
