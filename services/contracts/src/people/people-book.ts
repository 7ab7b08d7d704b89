import type { OrganizationFragment, TeamFragment } from '../snapshot/sections/accounts.ts';
import { grantsOf, membershipsIn, type Grant, type Memberships } from './memberships.ts';
import type { Accounts } from './standing.ts';

interface Index {
  readonly organizations: ReadonlyMap<string, OrganizationFragment>;
  readonly teams: ReadonlyMap<string, TeamFragment>;
  readonly memberships: Memberships;
  /** The organizations whose people sign in by an issuer now. */
  readonly byIssuer: ReadonlyMap<string, readonly OrganizationFragment[]>;
}

/** Organizations, their teams and members, of one snapshot. They are put in order when somebody is looked for, since most installations are asked for keys alone. */
export class PeopleBook implements Accounts {
  private readonly fragments: readonly [readonly OrganizationFragment[], readonly TeamFragment[]];
  private index: Index | undefined;

  constructor(organizations: readonly OrganizationFragment[], teams: readonly TeamFragment[]) {
    this.fragments = [organizations, teams];
  }

  organization(id: string): OrganizationFragment | undefined {
    return this.known.organizations.get(id);
  }

  team(id: string): TeamFragment | undefined {
    return this.known.teams.get(id);
  }

  grantsOf(organization: string, user: string): readonly Grant[] {
    return grantsOf(this.known.memberships, organization, user);
  }

  /** The organizations whose people sign in by this issuer now. */
  signingInBy(issuer: string): readonly OrganizationFragment[] {
    return this.known.byIssuer.get(issuer) ?? [];
  }

  /** Every issuer by which people of some organization sign in now. */
  get issuers(): Iterable<string> {
    return this.known.byIssuer.keys();
  }

  private get known(): Index {
    this.index ??= indexOf(...this.fragments);
    return this.index;
  }
}

function indexOf(
  organizations: readonly OrganizationFragment[],
  teams: readonly TeamFragment[],
): Index {
  const signedOn = organizations.filter(({ sso }) => sso?.isEnabled === true);
  return {
    organizations: new Map(organizations.map((one) => [one.id, one])),
    teams: new Map(teams.map((one) => [one.id, one])),
    memberships: membershipsIn(organizations, teams),
    byIssuer: Map.groupBy(signedOn, ({ sso }) => sso?.issuer ?? ''),
  };
}
