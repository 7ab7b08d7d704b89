import type {
  OrganizationFragment,
  SingleSignOn,
} from '@aicp/contracts/snapshot/sections/accounts';
import type { Identity } from '@aicp/api-kit/access/credential';
import { factsIn } from '../access/fact.ts';

/** Longer ones are cut out of our tables' and tokens' way: no provider has them. */
const MAX_SUBJECT = 253;
const MAX_EMAIL = 320;

/** Who an identity token of an organization's provider is of; undefined where its subject can't be a name here. */
export function identityOf(
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  organization: Pick<OrganizationFragment, 'id' | 'source'>,
  sso: SingleSignOn,
): Identity | undefined {
  const { sub: subject, email, email_verified: isVerified } = claims;
  if (!isName(subject, MAX_SUBJECT)) return undefined;
  const address = typeof email === 'string' && isName(email, MAX_EMAIL) ? { email } : {};
  return {
    organization: organization.id,
    organizationUid: organization.source.uid,
    issuer: sso.issuer,
    client: sso.clientId,
    subject,
    ...address,
    isEmailVerified: isVerified === true,
    facts: factsIn(claims, sso.roleMapping),
  };
}

const isName = (text: string, longest: number): boolean =>
  text.length > 0 && text.length <= longest && /^[^\x00-\x1f\x7f]+$/.test(text);
