import type { Kysely, Selectable } from 'kysely';
import type { DeliveredEvent, Delivery, Subscription } from '../channels/channel.ts';
import type { EventsTables, EventTable } from '../database/tables.ts';
import type { DeliveryRow } from './claims.ts';
import { DIGEST_TYPE } from './digests.ts';

/** What is sent; undefined where its event is not kept any more. */
export async function loadDelivery(
  kysely: Kysely<EventsTables>,
  row: DeliveryRow,
  subscription: Subscription,
): Promise<Delivery | undefined> {
  const { id, attempts: attempt } = row;
  if (row.event_id === null) {
    const digest = (await eventsOfDigest(kysely, id)).map(deliveredOf);
    const event = digestOf(row, digest, subscription);
    return event && { id, attempt, subscription, event, digest };
  }
  const found = await kysely
    .selectFrom('event')
    .selectAll()
    .where('id', '=', row.event_id)
    .executeTakeFirst();
  return found && { id, attempt, subscription, event: deliveredOf(found) };
}

const eventsOfDigest = (kysely: Kysely<EventsTables>, id: string) =>
  kysely
    .selectFrom('delivery as d')
    .innerJoin('event', 'event.id', 'd.event_id')
    .selectAll('event')
    .where('d.digest_id', '=', id)
    .orderBy('d.sequence')
    .execute();

/** The event that stands for all of a digest. Its moment is that of the newest, so that it is the same in each attempt. */
function digestOf(
  row: DeliveryRow,
  digest: readonly DeliveredEvent[],
  subscription: Subscription,
): DeliveredEvent | undefined {
  if (digest.length === 0) return undefined;
  return {
    id: row.id.slice(0, row.id.lastIndexOf('-')),
    type: DIGEST_TYPE,
    at: new Date(Math.max(...digest.map(({ at }) => at.getTime()))),
    subject: `EventSubscription/${subscription.name}`,
    organization: subscription.organization,
    data: { count: digest.length },
    isTest: false,
  };
}

const deliveredOf = (row: Selectable<EventTable>): DeliveredEvent => ({
  id: row.id,
  type: row.type,
  at: row.at,
  subject: row.subject,
  organization: row.organization === '' ? undefined : row.organization,
  data: row.data,
  isTest: row.is_test,
});
