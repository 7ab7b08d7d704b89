import type { Clock } from '@aicp/common/time/clock';
import type { EventsDatabase } from '@aicp/events/database/tables';
import type { StoredDelivery } from '@aicp/events/reading/deliveries';
import type { EventReach } from '@aicp/events/reading/reach';

/** One delivery, or all of an event; those of somebody's reach alone. */
export interface WantedDeliveries {
  readonly id?: string;
  readonly eventId?: string;
  readonly reach: Pick<EventReach, 'organization'>;
}

/** How long an answer waits for what becomes of deliveries, and how often it looks, ms. */
const MOST_MS = 5000;
const EVERY_MS = 100;

export async function deliveriesOf(
  kysely: EventsDatabase['kysely'],
  { id, eventId, reach }: WantedDeliveries,
): Promise<StoredDelivery[]> {
  let query = kysely.selectFrom('delivery').selectAll().orderBy('subscription_name');
  if (id !== undefined) query = query.where('id', '=', id);
  if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  if (reach.organization !== undefined) {
    query = query.where('organization', '=', reach.organization);
  }
  return await query.execute();
}

/** Deliveries once each has been tried, or a short while has passed. `expected`: how many there will be. */
export async function waitForDeliveries(
  { database, clock }: { readonly database: Pick<EventsDatabase, 'kysely'>; readonly clock: Clock },
  wanted: WantedDeliveries,
  expected = 1,
): Promise<StoredDelivery[]> {
  const until = clock.monotonic() + MOST_MS;
  for (;;) {
    const rows = await deliveriesOf(database.kysely, wanted);
    const isTried = rows.length >= expected && rows.every(({ status }) => !WAITING.has(status));
    if (isTried || clock.monotonic() >= until) return rows;
    await clock.sleep(EVERY_MS);
  }
}

const WAITING = new Set(['pending', 'delivering']);
