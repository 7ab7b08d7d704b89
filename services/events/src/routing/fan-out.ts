import { sql, type Insertable, type Selectable, type Transaction } from 'kysely';
import type { Clock } from '@aicp/common/time/clock';
import type { Subscription, SubscriptionSource } from '../channels/channel.ts';
import type { DeliveryTable } from '../database/delivery-tables.ts';
import type { EventsDatabase, EventsTables, EventTable } from '../database/tables.ts';
import { deliveryIdOf } from './delivery-id.ts';
import { matches } from './matches.ts';
import { orderingKeyOf } from './ordering-key.ts';

export interface FanOutParts {
  readonly database: Pick<EventsDatabase, 'kysely'>;
  readonly subscriptions: Pick<SubscriptionSource, 'all'>;
  readonly clock: Clock;
}

/** So many events are given to their subscriptions in one transaction. */
const EVENTS_AT_ONCE = 200;
/** So many rows are written by one statement. */
const ROWS_AT_ONCE = 1000;
/** Any number will do that nothing else of this database locks. */
const LOCK = 7_301_951;

type DeliveryRow = Insertable<DeliveryTable>;
type EventRow = Selectable<EventTable>;

/**
 * Gives events that nobody was told of to the subscriptions that they match: one delivery for each, in the transaction that marks the event as routed. Answers how many
 * events that were. One replica does it at a time, so that deliveries stand in the order in which events were written; another one that comes meanwhile does nothing.
 */
export async function fanOut({ database, subscriptions, clock }: FanOutParts): Promise<number> {
  const all = subscriptions.all();
  if (!(await isAnyLeft(database))) return 0;
  let routed = 0;
  for (;;) {
    const count = await database.kysely
      .transaction()
      .execute((tx) => fanOutSome(tx, all, new Date(clock.now())));
    routed += count;
    if (count < EVENTS_AT_ONCE) return routed;
  }
}

/** Most often there is none, which one statement says. */
async function isAnyLeft({ kysely }: FanOutParts['database']): Promise<boolean> {
  const left = kysely.selectFrom('event').select('id').where('routed_at', 'is', null).limit(1);
  return (await left.execute()).length > 0;
}

async function fanOutSome(
  tx: Transaction<EventsTables>,
  subscriptions: readonly Subscription[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx);
  if (rows[0]?.mine !== true) return 0;
  const events = await tx
    .selectFrom('event')
    .selectAll()
    .where('routed_at', 'is', null)
    .orderBy('written_at')
    .orderBy('at')
    .orderBy('id')
    .limit(EVENTS_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  if (events.length === 0) return 0;
  const disabled = await disabledAmong(tx, subscriptions);
  const deliveries = events.flatMap((event) =>
    subscriptions
      .filter((subscription) =>
        matches(routedOf(event), subscription, disabled.has(subscription.uid)),
      )
      .map((subscription) => deliveryOf(event, subscription, now)),
  );
  for (let start = 0; start < deliveries.length; start += ROWS_AT_ONCE) {
    await tx
      .insertInto('delivery')
      .values(deliveries.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
  const ids = events.map(({ id }) => id);
  await tx.updateTable('event').set({ routed_at: now }).where('id', 'in', ids).execute();
  return events.length;
}

/** The uids of those that failed deliveries have disabled. Who edited one since has it enabled again. */
async function disabledAmong(
  tx: Transaction<EventsTables>,
  subscriptions: readonly Subscription[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('subscription_state')
    .select(['subscription_uid', 'generation'])
    .where('disabled_at', 'is not', null)
    .execute();
  const generations = new Map(subscriptions.map(({ uid, generation }) => [uid, generation]));
  return new Set(
    rows
      .filter((row) => generations.get(row.subscription_uid) === Number(row.generation))
      .map((row) => row.subscription_uid),
  );
}

const routedOf = (event: EventRow) => ({
  type: event.type,
  subject: event.subject,
  organization: event.organization === '' ? undefined : event.organization,
  onlyTo: event.only_to ?? undefined,
  isTest: event.is_test,
});

const deliveryOf = (event: EventRow, subscription: Subscription, now: Date): DeliveryRow => ({
  id: deliveryIdOf(event.id, subscription.uid),
  event_id: event.id,
  digest_id: null,
  subscription_uid: subscription.uid,
  subscription_name: subscription.name,
  organization: subscription.organization ?? '',
  channel: subscription.channel,
  event_type: event.type,
  ordering_key: orderingKeyOf({ ...event, isTest: event.is_test }, subscription.uid),
  is_asked: event.is_test,
  status: 'pending',
  next_at: now,
  claimed_by: null,
  first_at: null,
  last_at: null,
  last_status: null,
  last_error: null,
  response_ms: null,
  created_at: now,
  delivered_at: null,
});
