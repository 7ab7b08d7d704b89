import type {
  OrganizationFragment,
  TeamFragment,
} from '@aicp/contracts/snapshot/sections/accounts';
import { membershipsIn, type Memberships } from '@aicp/contracts/people/memberships';

/** Organizations and teams of a snapshot, as they are looked for. */
export interface AccountsIndex {
  readonly organizations: ReadonlyMap<string, OrganizationFragment>;
  readonly teams: ReadonlyMap<string, TeamFragment>;
  readonly memberships: Memberships;
  /** What it was made of. */
  readonly of: readonly [readonly OrganizationFragment[], readonly TeamFragment[]];
}

/** The index of these; `before`, where it was made of the same arrays. */
export function accountsIndex(
  organizations: readonly OrganizationFragment[],
  teams: readonly TeamFragment[],
  before: AccountsIndex | undefined,
): AccountsIndex {
  if (before?.of[0] === organizations && before.of[1] === teams) return before;
  return {
    organizations: new Map(organizations.map((one) => [one.id, one])),
    teams: new Map(teams.map((one) => [one.id, one])),
    memberships: membershipsIn(organizations, teams),
    of: [organizations, teams],
  };
}
