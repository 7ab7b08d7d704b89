import type { OrganizationFragment, SingleSignOn } from '../snapshot/sections/accounts.ts';
import { factsIn } from './fact.ts';
import type { KnownPerson } from './standing.ts';

/** Longer ones are cut out of our tables' and tokens' way: no provider has them. */
const MAX_SUBJECT = 253;
const MAX_EMAIL = 320;

/** What a token says of whom it is of. Its signature, issuer, audience and times are checked. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Who a token of an organization's provider is of; undefined where its subject can't be a name here. */
export function personOfClaims(
  claims: Claims,
  { id, source }: Pick<OrganizationFragment, 'id' | 'source'>,
  { issuer, roleMapping }: Pick<SingleSignOn, 'issuer' | 'roleMapping'>,
): (KnownPerson & { readonly facts: string[]; readonly organizationUid: string }) | undefined {
  const { sub: subject, email, email_verified: isVerified } = claims;
  if (!isName(subject, MAX_SUBJECT)) return undefined;
  const address = typeof email === 'string' && isName(email, MAX_EMAIL) ? { email } : {};
  return {
    ...{ organization: id, organizationUid: source.uid, issuer, subject, ...address },
    isEmailVerified: isVerified === true,
    facts: factsIn(claims, roleMapping),
  };
}

const isName = (text: string, longest: number): boolean =>
  text.length > 0 && text.length <= longest && /^[^\x00-\x1f\x7f]+$/.test(text);
