import type { KnownPerson } from '../people/standing.ts';
import type { Delegator } from './assertion.ts';

/** Whom a credential for a person names, as organizations know people. */
export const delegatedPerson = ({
  organization,
  user,
  signOn,
}: Extract<Delegator, { type: 'person' }>): KnownPerson => ({
  organization,
  subject: user,
  // Its address is in it where the provider vouches for it alone.
  isEmailVerified: true,
  ...signOn,
});
