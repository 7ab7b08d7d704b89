import type { Kysely } from 'kysely';
import type { LedgerTables } from '../database/tables.ts';

/** What a gateway said of itself with its last batch. */
export interface DeliveryState {
  readonly replica: string;
  readonly lastContactMs: number;
  readonly inFlight: number;
  /** When the oldest fact came that it had not delivered then; undefined where nothing was left. */
  readonly oldestLeftMs: number | undefined;
}

/** Every gateway that has told of itself in the last days, also those that are gone. */
export async function deliveryState(kysely: Kysely<LedgerTables>): Promise<DeliveryState[]> {
  const rows = await kysely.selectFrom('delivery').selectAll().orderBy('replica').execute();
  return rows.map((row) => ({
    replica: row.replica,
    lastContactMs: row.last_contact.getTime(),
    inFlight: row.in_flight,
    oldestLeftMs: row.oldest_left_at?.getTime(),
  }));
}
