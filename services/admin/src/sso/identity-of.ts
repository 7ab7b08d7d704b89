import { personOfClaims, type Claims } from '@aicp/contracts/people/person-of-claims';
import type {
  OrganizationFragment,
  SingleSignOn,
} from '@aicp/contracts/snapshot/sections/accounts';
import type { Identity } from '@aicp/api-kit/access/credential';

/** Who an identity token of an organization's provider is of; undefined where its subject can't be a name here. */
export function identityOf(
  claims: Claims,
  organization: Pick<OrganizationFragment, 'id' | 'source'>,
  sso: SingleSignOn,
): Identity | undefined {
  const person = personOfClaims(claims, organization, sso);
  return person && { ...person, client: sso.clientId };
}
