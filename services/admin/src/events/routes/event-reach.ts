import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import { eventSubscription } from '@aicp/crds/event-subscription';
import type { EventReach } from '@aicp/events/reading/reach';
import { permissionTo, scopeOf, type Permission } from '../../access/permissions.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { organizationSince } from '../../spend/ledger/usage-scope.ts';

const { permission = '' } = eventSubscription.api ?? {};

/** To know of events, and to make some for a trial: as for subscriptions. */
export const EVENTS_READ: Permission = permissionTo('read', { permission });
export const EVENTS_WRITE: Permission = permissionTo('write', { permission });

/** Whose events somebody may know of. Throws a Problem (403) for whoever belongs to no organization and does not see all. */
export function eventReachOf(principal: Principal, store: Pick<ObjectStore, 'find'>): EventReach {
  if (scopeOf(principal.role, EVENTS_READ) === 'all')
    return { organization: undefined, sinceMs: 0 };
  const { organizationId } = principal;
  if (organizationId === undefined) {
    throw new Problem(403, 'You belong to no organization: have an administrator set yours.');
  }
  return { organization: organizationId, sinceMs: organizationSince(store, principal) };
}
