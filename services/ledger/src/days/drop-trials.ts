import { sql, type Transaction } from 'kysely';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';
import { DAY_MS } from './day-tables.ts';

/** Sums of a test that nobody has looked at for so long are dropped. The next look makes them anew. */
const TRIAL_DAYS = 30;
/** So many notes are deleted by one statement. */
const AT_ONCE = 1_000;

/** Deletes the sums of A/B tests that nobody looks at any more, and the notes on requests that nobody adds up. */
export async function dropTrials(database: LedgerDatabase, nowMs: number): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner.transaction().execute((tx) => dropSums(tx, nowMs));
    for (;;) {
      const deleted = await owner.transaction().execute(dropNotes);
      if (deleted < AT_ONCE) return;
    }
  });
}

/** Nobody looks until the transaction ends: a test whose sums are begun meanwhile needs the notes. */
async function lockTrials(tx: Transaction<LedgerTables>): Promise<void> {
  await sql`lock table ledger.trial in share row exclusive mode`.execute(tx);
}

async function dropSums(tx: Transaction<LedgerTables>, nowMs: number): Promise<void> {
  await lockTrials(tx);
  const before = new Date(nowMs - TRIAL_DAYS * DAY_MS);
  const gone = await tx
    .deleteFrom('trial')
    .where('looked_at', '<', before)
    .returning('id')
    .execute();
  if (gone.length === 0) return;
  const ids = sql.join(gone.map(({ id }) => id));
  for (const table of ['trial_arm', 'trial_unit', 'trial_step']) {
    await sql`delete from ${sql.id('ledger', table)} where trial in (${ids})`.execute(tx);
  }
}

async function dropNotes(tx: Transaction<LedgerTables>): Promise<number> {
  await lockTrials(tx);
  const { numAffectedRows } = await sql`delete from ledger.trial_fresh f
    using (
      select n.ab_test, n.number from ledger.trial_fresh n
      where not exists (select from ledger.trial t where t.ab_test = n.ab_test)
      limit ${AT_ONCE}
    ) o
    where f.ab_test = o.ab_test and f.number = o.number`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
