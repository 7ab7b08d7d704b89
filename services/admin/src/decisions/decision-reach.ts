import type { Principal } from '@aicp/api-kit/access/principal';
import type { DecisionReach } from '@aicp/ledger/query/decisions';
import { scopeOf } from '../access/permissions.ts';
import type { ObjectStore } from '../resources/store.ts';
import { keySince, organizationSince, reachOf } from '../spend/ledger/usage-scope.ts';

/**
 * Whose decisions somebody is told of: as with usage. What is older than the organization, or than the key whose own they are, is another one's of that name.
 * Undefined: nobody's. Throws a Problem (403) for whoever belongs to no organization and may see more than the own.
 */
export function decisionReachOf(
  principal: Principal,
  store: Pick<ObjectStore, 'find'>,
): DecisionReach | undefined {
  const { filter } = reachOf(principal, {}, 'decisions:read');
  if (scopeOf(principal.role, 'decisions:read') === 'all') return filter;
  const ofKey = filter.key === undefined ? 0 : keySince(store, principal);
  const sinceMs = Math.max(organizationSince(store, principal), ofKey);
  return Number.isFinite(sinceMs) ? { ...filter, sinceMs } : undefined;
}
