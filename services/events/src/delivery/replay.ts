import type { EventsDatabase } from '../database/tables.ts';

/** `replayed`: it is sent again; `unknown`: there is none of that id, or its event is not kept any more; `underway`: somebody is just sending it. */
export type Replayed = 'replayed' | 'unknown' | 'underway';

/**
 * Sends a delivery again, at once and with all its attempts before it, under the id that it had: one that was delivered, is dead or cancelled, or waits for its next attempt. One
 * that was told in a digest is sent by itself. It goes also to a subscription that is disabled.
 */
export async function replay(
  database: Pick<EventsDatabase, 'kysely'>,
  id: string,
  now: Date,
): Promise<Replayed> {
  return await database.kysely.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('delivery')
      .select(['status', 'event_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return 'unknown';
    if (row.status === 'delivering') return 'underway';
    const event = await tx
      .selectFrom('event')
      .select('id')
      .where('id', '=', row.event_id)
      .executeTakeFirst();
    if (row.event_id !== null && !event) return 'unknown';
    await tx
      .updateTable('delivery')
      .set({
        ...{ status: 'pending', attempts: 0, next_at: now, is_asked: true },
        ...{ digest_id: null, claimed_by: null, delivered_at: null },
      })
      .where('id', '=', id)
      .execute();
    return 'replayed';
  });
}
