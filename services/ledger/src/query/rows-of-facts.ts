import type { Period } from '@aicp/contracts/spend/money-window';
import { sql, type RawBuilder } from 'kysely';
import { within } from './conditions.ts';

/** What one request adds to sums, where that is no column of its row. */
const OF_ONE: Readonly<Record<string, RawBuilder<unknown>>> = {
  requests: sql`1::bigint`,
  unpriced: sql`(r.cost_nano is null)::integer::bigint`,
  cost_nano: sql`coalesce(r.cost_nano, 0)`,
};

/**
 * The requests of a part of a quarter-hour, as rows of sums of the first step: for who may not know the rest of it. Requests of which only sums are left are in none.
 */
export function rowsOfFacts(
  period: Period,
  columns: readonly string[],
  only?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sums = columns.map(
    (name) => sql`${OF_ONE[name] ?? sql.ref(`r.${name}`)} as ${sql.id(name)}`,
  );
  const chosen = only
    ? sql`and r.dimension in (select d.id from ledger.dimension d where ${only})`
    : sql``;
  return sql`select 0 as step, r.dimension, ${sql.join(sums)} from ledger.usage r
    where ${within('r.at', [period])} ${chosen}`;
}
