import { sql, type Kysely, type Transaction } from 'kysely';
import type { LedgerTables } from '../database/tables.ts';

/**
 * Asks for the first rows in the order of an index, and has the database take them from there. A table of today may have no statistics yet (PGlite never gathers any):
 * the planner then takes it for small, and reads and sorts the whole of it for each page.
 */
export async function inIndexOrder<Answer>(
  kysely: Kysely<LedgerTables>,
  ask: (transaction: Transaction<LedgerTables>) => Promise<Answer>,
): Promise<Answer> {
  return await kysely.transaction().execute(async (transaction) => {
    await sql`select set_config(name, 'off', true)
      from unnest(${['enable_sort', 'enable_bitmapscan', 'enable_seqscan']}::text[]) name`.execute(
      transaction,
    );
    return await ask(transaction);
  });
}
