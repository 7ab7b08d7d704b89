import { standingOf } from '@aicp/contracts/people/standing';
import type { Identity } from '@aicp/api-kit/access/credential';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { AccessDirectory } from './directory.ts';
import { permissionsOf } from './permissions.ts';

type Directory = Pick<AccessDirectory, 'organization' | 'team' | 'grantsOf'>;

/**
 * What a person who signed in at an organization's provider may do now: the strongest role that memberships and the role mapping
 * give. Undefined where they give none, and where the organization's single sign-on is off or is by another provider.
 */
export function principalOfIdentity(
  identity: Identity,
  directory: Directory,
): Principal | undefined {
  // An identity of before there were uids is nobody's.
  if (identity.organizationUid === undefined) return undefined;
  const standing = standingOf(identity, directory);
  if (!standing) return undefined;
  const { role, teams: teamIds, organization } = standing;
  const { subject, email, organization: organizationId } = identity;
  return {
    kind: 'user',
    subject,
    ...(email === undefined ? {} : { email }),
    identity,
    role,
    organizationId,
    organizationUid: organization.source.uid,
    teamIds,
    permissions: permissionsOf(role),
  };
}
