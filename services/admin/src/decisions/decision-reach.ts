import type { Principal } from '@aicp/api-kit/access/principal';
import { apiKey } from '@aicp/crds/api-key';
import type { DecisionReach } from '@aicp/ledger/query/decisions';
import { scopeOf } from '../access/permissions.ts';
import { creationsIn } from '../audit/reading/organization-created-at.ts';
import type { ObjectStore } from '../resources/store.ts';
import { reachOf } from '../spend/ledger/usage-scope.ts';

type Store = Pick<ObjectStore, 'find'>;

/** Kubernetes notes the second of a creation: what was decided within it may be of an organization of before. */
const PRECISION_MS = 1_000;

/**
 * Whose decisions somebody is told of: as with usage. What is older than the organization, or than the key whose own they are, is another one's of that name.
 * Undefined: nobody's. Throws a Problem (403) for whoever belongs to no organization and may see more than the own.
 */
export function decisionReachOf(principal: Principal, store: Store): DecisionReach | undefined {
  const { filter } = reachOf(principal, {}, 'decisions:read');
  const scope = scopeOf(principal.role, 'decisions:read');
  if (scope === 'all') return filter;
  const beginnings = [
    ...(principal.organizationId === undefined ? [] : [organizationFrom(principal, store)]),
    ...(filter.key === undefined ? [] : [keyFrom(principal, store)]),
  ];
  const sinceMs = Math.max(0, ...beginnings);
  return Number.isFinite(sinceMs) ? { ...filter, sinceMs } : undefined;
}

/** Infinity where it is gone. */
function organizationFrom(principal: Principal, store: Store): number {
  const { organizationId = '', organizationUid = '' } = principal;
  const created = creationsIn(store)(organizationId, organizationUid);
  return created ? created.getTime() + PRECISION_MS : Infinity;
}

function keyFrom({ keyName = '', keyUid }: Principal, store: Store): number {
  const found = store.find(apiKey, keyName, ({ metadata }) => metadata.uid === keyUid);
  const time = found?.metadata.creationTimestamp;
  return time === undefined ? Infinity : Date.parse(time);
}
