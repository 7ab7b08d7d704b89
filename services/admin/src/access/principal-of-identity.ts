import type { SingleSignOn } from '@aicp/contracts/snapshot/sections/accounts';
import type { Identity } from '@aicp/api-kit/access/credential';
import type { AccessDirectory } from './directory.ts';
import { factOf } from './fact.ts';
import type { Grant } from './memberships.ts';
import { permissionsOf, strongestOf } from './permissions.ts';
import type { Principal, Role } from '@aicp/api-kit/access/principal';

type Directory = Pick<AccessDirectory, 'organization' | 'team' | 'grantsOf'>;

/**
 * What a person who signed in at an organization's provider may do now: the strongest role that memberships and the role mapping
 * give. Undefined where they give none, and where the organization's single sign-on is off or is by another provider.
 */
export function principalOfIdentity(
  identity: Identity,
  directory: Directory,
): Principal | undefined {
  const known = directory.organization(identity.organization);
  if (!known || known.source.uid !== identity.organizationUid) return undefined;
  const { sso, source } = known;
  if (!sso?.isEnabled || !isBy(sso, identity)) return undefined;
  const grants = [
    ...mappedGrants(identity, sso, directory),
    ...namesOf(identity).flatMap((name) => directory.grantsOf(identity.organization, name)),
  ];
  const role = strongestOf(grants.map((grant) => grant.role));
  if (role === undefined) return undefined;
  const { subject, email, organization: organizationId } = identity;
  return {
    kind: 'user',
    subject,
    ...(email === undefined ? {} : { email }),
    role,
    organizationId,
    organizationUid: source.uid,
    teamIds: teamsOf(grants, role),
    permissions: permissionsOf(role),
  };
}

const isBy = ({ issuer, clientId }: SingleSignOn, identity: Identity): boolean =>
  issuer === identity.issuer && clientId === identity.client;

/** A membership may name an address instead of the subject; one that the provider does not vouch for is anybody's to claim. */
const namesOf = ({ subject, email, isEmailVerified }: Identity): string[] =>
  email !== undefined && isEmailVerified && email !== subject ? [subject, email] : [subject];

/** An entry that names a team which is not of this organization gives nothing. */
function mappedGrants(
  { organization, facts }: Identity,
  { roleMapping }: SingleSignOn,
  directory: Directory,
): Grant[] {
  const known = new Set(facts);
  return roleMapping
    .filter(({ claim, value }) => known.has(factOf(claim, value)))
    .filter(({ team }) => team === undefined || isOf(directory, team, organization));
}

const isOf = (directory: Directory, team: string, organization: string): boolean =>
  directory.team(team)?.organization === organization;

/** Who administers one team does not administer the other teams of the same person: then only the administered teams count. */
function teamsOf(grants: readonly Grant[], role: Role): string[] {
  const isNarrow =
    role === 'team_admin' &&
    !grants.some((one) => one.role === 'team_admin' && one.team === undefined);
  const counting = isNarrow ? grants.filter((one) => one.role === role) : grants;
  const teams = counting.map(({ team }) => team).filter((team) => team !== undefined);
  return [...new Set(teams)].sort();
}
