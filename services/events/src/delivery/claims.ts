import { sql, type Kysely, type Selectable } from 'kysely';
import type { Subscription } from '../channels/channel.ts';
import {
  OPEN,
  type DeliveryTable,
  type SubscriptionStateTable,
} from '../database/delivery-tables.ts';
import type { EventsTables } from '../database/tables.ts';

export type DeliveryRow = Selectable<DeliveryTable>;
export type StateRow = Selectable<SubscriptionStateTable>;

/** Those of some subscriptions that have a delivery which is due, by uid. */
export async function dueAmong(
  kysely: Kysely<EventsTables>,
  uids: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select uid from unnest(${[...uids]}::text[]) as wanted (uid)
    where exists (select 1 from events.delivery
      where subscription_uid = uid and digest_id is null
        and status in ('pending', 'delivering', 'failed') and next_at <= ${now})`.execute(kysely);
  return rows.map(({ uid }) => uid);
}

/** How deliveries to some subscriptions have gone; what was before the subscription was edited says nothing any more. */
export async function statesOf(
  kysely: Kysely<EventsTables>,
  subscriptions: readonly Subscription[],
): Promise<ReadonlyMap<string, StateRow>> {
  if (subscriptions.length === 0) return new Map();
  const generations = new Map(subscriptions.map(({ uid, generation }) => [uid, generation]));
  const rows = await kysely
    .selectFrom('subscription_state')
    .selectAll()
    .where('subscription_uid', 'in', [...generations.keys()])
    .execute();
  const current = rows.filter(
    (row) => generations.get(row.subscription_uid) === Number(row.generation),
  );
  return new Map(current.map((row) => [row.subscription_uid, row]));
}

export interface Claim {
  readonly uid: string;
  /** Whoever delivers. */
  readonly claimer: string;
  readonly now: Date;
  /** When somebody else may try. */
  readonly leaseEnds: Date;
  /** At most so many. */
  readonly limit: number;
  /** What a person asked for alone: the subscription is disabled, inactive or throttled. */
  readonly isAskedOnly: boolean;
  /** Not those that were never tried: there were so many that they are told in a digest. */
  readonly isRetriesOnly: boolean;
}

/**
 * Takes deliveries of a subscription that are due, each with one attempt more: nobody else takes them before the lease ends. One with an ordering key is taken
 * where all earlier ones with that key are over.
 */
export async function claim(
  kysely: Kysely<EventsTables>,
  { uid, claimer, now, leaseEnds, limit, isAskedOnly, isRetriesOnly }: Claim,
): Promise<DeliveryRow[]> {
  return await kysely
    .with(
      (cte) => cte('due').materialized(),
      (db) => {
        const due = db
          .selectFrom('delivery as d')
          .select('d.id')
          .where('d.subscription_uid', '=', uid)
          .where('d.digest_id', 'is', null)
          .where('d.status', 'in', OPEN)
          .where('d.next_at', '<=', now)
          .where((is) =>
            is.or([
              is('d.ordering_key', 'is', null),
              is.not(
                is.exists(
                  is
                    .selectFrom('delivery as e')
                    .select('e.id')
                    .whereRef('e.ordering_key', '=', 'd.ordering_key')
                    .whereRef('e.sequence', '<', 'd.sequence')
                    .where('e.status', 'in', OPEN),
                ),
              ),
            ]),
          )
          .orderBy('d.next_at')
          .orderBy('d.sequence')
          .limit(limit)
          .forUpdate()
          .skipLocked();
        const asked = isAskedOnly ? due.where('d.is_asked', '=', true) : due;
        return isRetriesOnly
          ? asked.where((is) =>
              is.or([
                is('d.first_at', 'is not', null),
                is('d.event_id', 'is', null),
                is('d.is_asked', '=', true),
              ]),
            )
          : asked;
      },
    )
    .updateTable('delivery')
    .from('due')
    .whereRef('delivery.id', '=', 'due.id')
    .set((row) => ({
      status: 'delivering' as const,
      attempts: row('attempts', '+', 1),
      next_at: leaseEnds,
      claimed_by: claimer,
      first_at: row.fn.coalesce('first_at', row.val(now)),
      last_at: now,
    }))
    .returningAll('delivery')
    .execute();
}

/** How many deliveries to a subscription were begun since then, but for what a person asked for. */
export async function begunSince(
  kysely: Kysely<EventsTables>,
  uid: string,
  since: Date,
): Promise<number> {
  const { count } = await kysely
    .selectFrom('delivery')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('subscription_uid', '=', uid)
    .where('first_at', '>', since)
    .where('is_asked', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Gives back what was claimed and not tried to its end, as if it had not been. */
export async function release(
  kysely: Kysely<EventsTables>,
  { id, claimed_by: claimer, attempts }: DeliveryRow,
  now: Date,
): Promise<void> {
  await kysely
    .updateTable('delivery')
    .set({
      status: attempts > 1 ? 'failed' : 'pending',
      attempts: attempts - 1,
      next_at: now,
      claimed_by: null,
    })
    .where('id', '=', id)
    .where('claimed_by', '=', claimer)
    .where('status', '=', 'delivering')
    .execute();
}
