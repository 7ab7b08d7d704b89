import { sql, type Kysely, type Transaction } from 'kysely';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';
import { DAY_MS, DAY_TABLES, dayTable, keptFrom, lockDays, type DayPart } from './day-tables.ts';
import { lockLate, noteDay, SEEN_DAYS } from './late-usage.ts';

/** Who brings facts in waits no longer than this for a day that is dropped behind somebody who reads for long: it is dropped later. */
const PATIENCE = '5s';
/** Gateways that have not told of themselves for so long are gone for good. */
const DELIVERY_DAYS = 30;
/** Minutes are for looking at what happened lately. */
const LATENCY_DAYS = 32;

/** Sums of less than days. */
const FINE = ['usage_quarter', 'usage_hour', 'tag_quarter', 'guardrail_hour'] as const;

/** Drops the days of a part that are before one (which is kept), and answers how many there were. They are never made again. */
export async function dropDays(
  database: LedgerDatabase,
  part: DayPart,
  keepFromMs: number,
): Promise<number> {
  return await database.asOwner(async (owner) => {
    const over = (await listDays(owner, part)).filter((dayMs) => dayMs < keepFromMs);
    for (const dayMs of over) {
      await owner.transaction().execute((tx) => dropDay(tx, part, dayMs));
    }
    await owner.transaction().execute(async (tx) => {
      await lockDays(tx);
      await keepFrom(tx, part, keepFromMs);
    });
    return over.length;
  });
}

/** Deletes what is of no use without the rows of dropped days: all sums but those of days, and what is known of gateways that are gone. */
export async function dropFineSums(database: LedgerDatabase, nowMs: number): Promise<void> {
  await database.asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      await lockLate(tx);
      const { usage } = await keptFrom(tx);
      const from = new Date(usage);
      for (const table of FINE) {
        await tx.deleteFrom(table).where('starts', '<', from).execute();
      }
      const minute = new Date(Math.max(usage, nowMs - LATENCY_DAYS * DAY_MS));
      await tx.deleteFrom('latency_minute').where('minute', '<', minute).execute();
      for (const table of ['latency_hour', 'latency_day'] as const) {
        await tx.deleteFrom(table).where('starts', '<', minute).execute();
      }
      const seenFrom = new Date(usage - SEEN_DAYS * DAY_MS);
      await tx.deleteFrom('usage_seen').where('day', '<', seenFrom).execute();
      const contact = new Date(nowMs - DELIVERY_DAYS * DAY_MS);
      await tx.deleteFrom('delivery').where('last_contact', '<', contact).execute();
    }),
  );
}

/**
 * Deletes tags that no sum names any more. A writer that knows one by heart, and brings it in again just then, is told by the database that its number names
 * nothing, and asks for the tag anew.
 */
export async function dropUnnamedTags(database: LedgerDatabase): Promise<void> {
  await database.asOwner(async (owner) => {
    await sql`delete from ledger.tag t
      where not exists (select from ledger.tag_quarter q where q.tag = t.id)`.execute(owner);
  });
}

/** The days that have tables, the oldest first. */
async function listDays(kysely: Kysely<LedgerTables>, part: DayPart): Promise<number[]> {
  const days = new Set<number>();
  for (const table of DAY_TABLES[part]) {
    const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass(${`ledger.${table}`})`.execute(kysely);
    for (const { name } of rows) {
      days.add(Date.parse(name.slice(table.length + 1).replaceAll('_', '-')));
    }
  }
  return [...days].sort((a, b) => a - b);
}

async function dropDay(tx: Transaction<LedgerTables>, part: DayPart, dayMs: number): Promise<void> {
  await lockDays(tx);
  await sql`select set_config('lock_timeout', ${PATIENCE}, true)`.execute(tx);
  // Nobody brings a record of this day in between the moment at which its ids are noted and the one at which it is gone.
  const tables = sql.join(DAY_TABLES[part].map((table) => sql`only ${sql.id('ledger', table)}`));
  await sql`lock table ${tables} in share row exclusive mode`.execute(tx);
  if (part === 'usage') await noteDay(tx, dayMs);
  await keepFrom(tx, part, dayMs + DAY_MS);
  for (const table of DAY_TABLES[part]) {
    await sql`drop table if exists ${sql.id('ledger', dayTable(table, dayMs))}`.execute(tx);
  }
}

/** It never goes back: what was dropped stays so, whatever the settings say later. */
async function keepFrom(
  tx: Transaction<LedgerTables>,
  part: DayPart,
  dayMs: number,
): Promise<void> {
  await sql`insert into ledger.kept_from (part, day)
    values (${part}, ${new Date(dayMs).toISOString()}::timestamptz)
    on conflict (part) do update set day = greatest(kept_from.day, excluded.day)`.execute(tx);
}
