import type {
  OrganizationFragment,
  SingleSignOn,
  TeamFragment,
} from '../snapshot/sections/accounts.ts';
import { factOf } from './fact.ts';
import type { Grant } from './memberships.ts';
import { strongestOf, type Role } from './roles.ts';

/** Somebody as the OpenID provider of an organization knows them. */
export interface KnownPerson {
  /** metadata.name of the Organization: they count in it alone. */
  readonly organization: string;
  /** metadata.uid of that Organization: one of the same name with another uid knows nobody. Undefined: whichever has the name now. */
  readonly organizationUid?: string | undefined;
  readonly issuer: string;
  /** The client that the organization named at the sign-in; undefined: they did not sign in here, and show a token of the issuer. */
  readonly client?: string | undefined;
  /** The name of the person at that provider. */
  readonly subject: string;
  readonly email?: string | undefined;
  /** Whether the provider vouches for the address. */
  readonly isEmailVerified: boolean;
  /** What they claim that the role mapping asks for, each as `factOf`. */
  readonly facts: readonly string[];
}

/** What somebody is in an organization now. */
export interface Standing {
  readonly role: Role;
  /** metadata.names of their Teams, sorted. */
  readonly teams: readonly string[];
  readonly organization: OrganizationFragment;
}

/** Where organizations, teams and memberships are looked up. */
export interface Accounts {
  organization(id: string): OrganizationFragment | undefined;
  team(id: string): TeamFragment | undefined;
  grantsOf(organization: string, user: string): readonly Grant[];
}

/**
 * What a person may be taken for now: the strongest role that memberships and the role mapping give. Undefined where they give none, and
 * where the organization's single sign-on is off or is by another provider.
 */
export function standingOf(person: KnownPerson, accounts: Accounts): Standing | undefined {
  const organization = accounts.organization(person.organization);
  const sso = organization && signOnFor(organization, person);
  if (!sso) return undefined;
  const grants = [
    ...mappedGrants(person, sso, accounts),
    ...namesOf(person).flatMap((name) => accounts.grantsOf(person.organization, name)),
  ];
  const role = strongestOf(grants.map((grant) => grant.role));
  if (role === undefined) return undefined;
  return { role, teams: teamsOf(grants, role), organization };
}

/** The sign-in by which a person is known; undefined where it is off, or is another one by now. */
function signOnFor(
  { source, sso }: OrganizationFragment,
  { organizationUid, issuer, client }: KnownPerson,
): SingleSignOn | undefined {
  const isSame =
    (organizationUid ?? source.uid) === source.uid &&
    sso?.issuer === issuer &&
    (client ?? sso.clientId) === sso.clientId;
  return isSame && sso.isEnabled ? sso : undefined;
}

/** A membership may name an address instead of the subject; one that the provider does not vouch for is anybody's to claim. */
const namesOf = ({ subject, email, isEmailVerified }: KnownPerson): string[] =>
  email !== undefined && isEmailVerified && email !== subject ? [subject, email] : [subject];

/** An entry that names a team which is not of this organization gives nothing. */
function mappedGrants(
  { organization, facts }: KnownPerson,
  { roleMapping }: SingleSignOn,
  accounts: Accounts,
): Grant[] {
  const known = new Set(facts);
  return roleMapping
    .filter(({ claim, value }) => known.has(factOf(claim, value)))
    .filter(({ team }) => team === undefined || isOf(accounts, team, organization));
}

const isOf = (accounts: Accounts, team: string, organization: string): boolean =>
  accounts.team(team)?.organization === organization;

/** Who administers one team does not administer the other teams of the same person: then only the administered teams count. */
function teamsOf(grants: readonly Grant[], role: Role): string[] {
  const isNarrow =
    role === 'team_admin' &&
    !grants.some((one) => one.role === 'team_admin' && one.team === undefined);
  const counting = isNarrow ? grants.filter((one) => one.role === role) : grants;
  const teams = counting.map(({ team }) => team).filter((team) => team !== undefined);
  return [...new Set(teams)].sort();
}

const ONLY_READING: readonly Role[] = ['viewer', 'finance'];

/** Whether somebody of a role may call models, tools and agents, which cost. */
export const mayCall = (role: Role): boolean => !ONLY_READING.includes(role);
