import type { Delegator } from '@aicp/contracts/delegation/assertion';
import { PERSON_KEY, type Principal } from '@aicp/contracts/routing/request/principal';

/** Whom another service is asked for, where a principal asks. Throws an Error for one that nobody could look up again. */
export function delegatorOf(principal: Principal): Delegator {
  const { key, uid, tokenGeneration: generation = 0 } = principal;
  if (uid !== undefined) return { type: 'key', uid, generation };
  const { organization, businessUnit, team, user } = principal;
  if (!key.startsWith(PERSON_KEY) || organization === undefined || user === undefined) {
    throw new Error(`${key} is neither a key with a uid nor a person of an organization`);
  }
  return { type: 'person', organization, businessUnit, team, user };
}
