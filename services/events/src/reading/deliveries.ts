import type { Kysely, Selectable } from 'kysely';
import type { DeliveryStatus, DeliveryTable } from '../database/delivery-tables.ts';
import type { EventsTables } from '../database/tables.ts';
import type { EventPage, EventReach } from './reach.ts';

export interface DeliveryFilter {
  readonly reach: EventReach;
  /** metadata.uid of the EventSubscription. */
  readonly subscriptionUid?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly eventId?: string | undefined;
  /** Only those that were made from then on, and before then. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export type StoredDelivery = Selectable<DeliveryTable>;

/** Deliveries, the newest first. */
export async function listDeliveries(
  kysely: Kysely<EventsTables>,
  filter: DeliveryFilter,
  { limit, before }: EventPage,
): Promise<StoredDelivery[]> {
  const all = matching(kysely, filter).selectAll();
  const after = before
    ? all.where((row) =>
        row(row.refTuple('created_at', 'id'), '<', row.tuple(new Date(before.atMs), before.id)),
      )
    : all;
  return await after.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** How many there are. */
export async function countDeliveries(
  kysely: Kysely<EventsTables>,
  filter: DeliveryFilter,
): Promise<number> {
  const { count } = await matching(kysely, filter)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function matching(
  kysely: Kysely<EventsTables>,
  { reach, subscriptionUid, status, eventId, since, until }: DeliveryFilter,
) {
  const { organization, sinceMs } = reach;
  let query = kysely.selectFrom('delivery');
  if (organization !== undefined) query = query.where('organization', '=', organization);
  if (subscriptionUid !== undefined) query = query.where('subscription_uid', '=', subscriptionUid);
  if (status !== undefined) query = query.where('status', '=', status);
  if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (until !== undefined) query = query.where('created_at', '<', until);
  // Of an organization that is gone, nothing is anybody's.
  if (!Number.isFinite(sinceMs)) return query.where((is) => is.lit(false));
  return sinceMs > 0 ? query.where('created_at', '>=', new Date(sinceMs)) : query;
}
