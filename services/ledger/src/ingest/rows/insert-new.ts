import { sql, type RawBuilder, type Transaction } from 'kysely';
import { insertOf, type Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';

/**
 * Writes the rows that are not there yet, and answers those. `name` tells rows apart, and is what SQL's `named` makes of one. As a rule all are new, and PostgreSQL says so rather
 * than name each.
 */
export async function insertNew<Row>(
  tx: Transaction<LedgerTables>,
  rows: readonly Row[],
  into: {
    readonly table: string;
    readonly columns: readonly Column<Row>[];
    readonly named: RawBuilder<unknown>;
    readonly name: (row: Row) => string;
  },
): Promise<readonly Row[]> {
  if (rows.length === 0) return [];
  const { table, columns, named, name } = into;
  const answer = await sql<{ names: string[] | null }>`
    with made as (
      ${insertOf(table, columns, rows)} on conflict do nothing returning ${named} as name
    )
    select case when count(*) < ${rows.length} then coalesce(array_agg(name), '{}') end as names
    from made`.execute(tx);
  const names = answer.rows[0]?.names ?? null;
  if (names === null) return rows;
  const fresh = new Set(names);
  return rows.filter((row) => fresh.has(name(row)));
}
