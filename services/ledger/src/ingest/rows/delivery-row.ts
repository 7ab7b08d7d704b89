import { sql, type Transaction } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import type { LedgerBatch } from '../batch/ledger-batch.ts';
import { storedText } from './stored-text.ts';

const MOST_IN_FLIGHT = 2_000_000_000;
/** Nothing of ours is older. */
const EARLIEST_MS = Date.UTC(2020, 0, 1);

/** Notes what a gateway says of itself, unless it has said something newer. */
export async function noteDelivery(
  tx: Transaction<LedgerTables>,
  batch: LedgerBatch,
  nowMs: number,
): Promise<void> {
  const sentAt = momentOf(batch.sent_at, nowMs) ?? new Date(nowMs).toISOString();
  const oldest = batch.oldest_left_at === null ? null : momentOf(batch.oldest_left_at, nowMs);
  await sql`insert into ledger.delivery (replica, last_contact, sent_at, in_flight, oldest_left_at)
    values (${storedText(batch.replica)}, ${new Date(nowMs).toISOString()}, ${sentAt},
      ${Math.min(batch.in_flight, MOST_IN_FLIGHT)}, ${oldest ?? null})
    on conflict (replica) do update set
      last_contact = greatest(delivery.last_contact, excluded.last_contact),
      sent_at = excluded.sent_at,
      in_flight = excluded.in_flight,
      oldest_left_at = excluded.oldest_left_at
    where delivery.sent_at <= excluded.sent_at`.execute(tx);
}

/** Undefined where a text is no moment at which anything can have happened. A clock that is ahead says now: else nothing newer would be believed before that moment. */
function momentOf(text: string, nowMs: number): string | undefined {
  const ms = Date.parse(text);
  return ms >= EARLIEST_MS ? new Date(Math.min(ms, nowMs)).toISOString() : undefined;
}
