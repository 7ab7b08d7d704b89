import { sql, type Kysely } from 'kysely';
import type { AuditTables } from './audit-tables.ts';

/** The first moment of the month that `ms` (milliseconds since 1970) is in, `later` months on; UTC. */
export function monthOf(ms: number, later = 0): Date {
  const date = new Date(ms);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1));
}

const PREFIX = 'audit_entries_';

/** `audit_entries_2026_11`. */
const partitionOf = (month: Date): string =>
  PREFIX + month.toISOString().slice(0, 7).replace('-', '_');

/** Makes the partitions of a month and of the next one, where they are absent. Needs the owner of the tables. */
export async function ensureMonths(
  owner: Kysely<AuditTables>,
  { schema, nowMs }: { schema: string; nowMs: number },
): Promise<void> {
  const entries = sql.table(`${schema}.audit_entries`);
  const refuse = sql.id(schema, 'refuse_change');
  for (const later of [0, 1]) {
    const name = partitionOf(monthOf(nowMs, later));
    const [from, to] = [monthOf(nowMs, later), monthOf(nowMs, later + 1)];
    const range = sql.raw(`from ('${from.toISOString()}') to ('${to.toISOString()}')`);
    const table = sql.table(`${schema}.${name}`);
    await sql`create table if not exists ${table}
      partition of ${entries} for values ${range}`.execute(owner);
    // A trigger of the whole for TRUNCATE does not reach its parts.
    await sql`create or replace trigger audit_entries_whole before truncate on ${table}
      for each statement execute function ${refuse}()`.execute(owner);
  }
}

/** The months that have a partition, oldest first. */
export async function listMonths(kysely: Kysely<AuditTables>, schema: string): Promise<Date[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${`${schema}.audit_entries`}) order by c.relname`.execute(
    kysely,
  );
  return rows.map(({ name }) => {
    const [year = '', month = ''] = name.slice(PREFIX.length).split('_');
    return new Date(Date.UTC(Number(year), Number(month) - 1, 1));
  });
}

/** Drops a month with its entries. Needs the owner of the tables. */
export async function dropMonth(
  owner: Kysely<AuditTables>,
  { schema, month }: { schema: string; month: Date },
): Promise<void> {
  await sql`drop table ${sql.table(`${schema}.${partitionOf(month)}`)}`.execute(owner);
}
