import type { Delegator } from '@aicp/contracts/delegation/assertion';
import type { Principal } from '@aicp/contracts/routing/request/principal';

/** Whom another service is asked for, where a principal asks. Throws an Error for one that nobody could look up again. */
export function delegatorOf(principal: Principal): Delegator {
  const { key, uid, tokenGeneration: generation = 0, delegator } = principal;
  if (delegator) return delegator;
  if (uid !== undefined) return { type: 'key', uid, generation };
  throw new Error(`${key} has no uid, and no service asks for them`);
}
