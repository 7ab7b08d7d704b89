import { sql, type Selectable, type Transaction } from 'kysely';
import type { Subscription } from '../channels/channel.ts';
import { OPEN } from '../database/delivery-tables.ts';
import type { EventsDatabase, EventsTables, EventTable } from '../database/tables.ts';
import { deliveryIdOf, digestIdOf } from '../routing/delivery-id.ts';
import type { DeliverySettings } from './settings.ts';

export const DIGEST_TYPE = 'events.digest';

/** What all events of one digest say of themselves, without their data, has so many bytes at most, so that its body holds them all. */
const MOST_BYTES = 18_000;
/** Of the id, the time and the names of fields of one event. */
const BYTES_OF_FORM = 140;

type Candidate = Pick<Selectable<EventTable>, 'subject' | 'type' | 'organization'> & {
  readonly id: string;
  readonly ordering_key: string | null;
  readonly created_at: Date;
};

/**
 * Puts deliveries of a subscription that wait, and were never tried, into one delivery: where there are as many as one holds, or the first has waited for long enough. Whether
 * there is one now.
 */
export async function makeDigest(
  database: Pick<EventsDatabase, 'kysely'>,
  subscription: Subscription,
  options: { readonly settings: DeliverySettings; readonly now: Date },
): Promise<boolean> {
  return await database.kysely.transaction().execute(async (tx) => {
    const waiting = await waitingOf(tx, subscription.uid, options.settings.digestEvents);
    const free = await withoutBlocked(tx, waiting);
    if (!isTime(free, options)) return false;
    const members = fitting(free).map(({ id }) => id);
    if (members.length < 2) return false;
    const id = deliveryIdOf(digestIdOf(members), subscription.uid);
    await tx
      .insertInto('delivery')
      .values({
        ...{ id, event_id: null, digest_id: null, event_type: DIGEST_TYPE, ordering_key: null },
        ...{ subscription_uid: subscription.uid, subscription_name: subscription.name },
        ...{ organization: subscription.organization ?? '', channel: subscription.channel },
        ...{ is_asked: false, status: 'pending', next_at: options.now, created_at: options.now },
        ...{ claimed_by: null, first_at: null, last_at: null, last_status: null },
        ...{ last_error: null, response_ms: null, delivered_at: null },
      })
      .execute();
    await tx.updateTable('delivery').set({ digest_id: id }).where('id', 'in', members).execute();
    return true;
  });
}

function isTime(
  waiting: readonly Candidate[],
  { settings, now }: { readonly settings: DeliverySettings; readonly now: Date },
): boolean {
  const [oldest] = waiting;
  if (!oldest) return false;
  const waited = now.getTime() - oldest.created_at.getTime();
  return waiting.length >= settings.digestEvents || waited >= settings.digestAfterMs;
}

/** Under a lock of the subscription, so that digests which two replicas make do not have each other's events between theirs. */
async function waitingOf(
  tx: Transaction<EventsTables>,
  uid: string,
  limit: number,
): Promise<Candidate[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`events.digest ${uid}`}, 0))`.execute(
    tx,
  );
  return await tx
    .selectFrom('delivery as d')
    .innerJoin('event', 'event.id', 'd.event_id')
    .select(['d.id', 'd.ordering_key', 'd.created_at'])
    .select(['event.subject', 'event.type', 'event.organization'])
    .where('d.subscription_uid', '=', uid)
    .where('d.digest_id', 'is', null)
    .where('d.status', '=', 'pending')
    .where('d.attempts', '=', 0)
    .where('d.is_asked', '=', false)
    .orderBy('d.sequence')
    .limit(limit)
    .forUpdate('d')
    .skipLocked()
    .execute();
}

/** Without those that have to wait for one which is not among them. */
async function withoutBlocked(
  tx: Transaction<EventsTables>,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const keys = candidates.flatMap(({ ordering_key: key }) => key ?? []);
  if (keys.length === 0) return candidates;
  const ids = candidates.map(({ id }) => id);
  const others = await tx
    .selectFrom('delivery as e')
    .innerJoin('delivery as d', (join) =>
      join.onRef('e.ordering_key', '=', 'd.ordering_key').onRef('e.sequence', '<', 'd.sequence'),
    )
    .select('d.id')
    .where('d.id', 'in', ids)
    .where('e.id', 'not in', ids)
    .where('e.status', 'in', OPEN)
    .execute();
  const blocked = new Set(others.map(({ id }) => id));
  return candidates.filter(({ id }) => !blocked.has(id));
}

/** As many of the first ones as a body holds. */
function fitting(candidates: readonly Candidate[]): readonly Candidate[] {
  let bytes = 0;
  const end = candidates.findIndex(({ subject, type, organization }) => {
    bytes += BYTES_OF_FORM + Buffer.byteLength(JSON.stringify([subject, type, organization]));
    return bytes > MOST_BYTES;
  });
  return end < 0 ? candidates : candidates.slice(0, end);
}
