import { sql, type RawBuilder } from 'kysely';
import type { Period } from '@aicp/contracts/spend/money-window';
import { rowsOf, type Column } from '../database/column-arrays.ts';
import { coverageOf, type Stretch } from './coverage.ts';

const SIGNS = [1, -1] as const;

const COLUMNS: readonly Column<Stretch>[] = [
  { name: 'from', type: 'timestamptz', of: ({ startsMs }) => new Date(startsMs).toISOString() },
  { name: 'to', type: 'timestamptz', of: ({ endsMs }) => new Date(endsMs).toISOString() },
  { name: 'step', type: 'integer', of: ({ step }) => step },
];

/**
 * The sums that add up to periods: `step` (the index of the period), `dimension`, and columns of sums, which are below 0 where they are to be taken away. Throws a
 * RangeError for what does not begin and end with a quarter-hour (UTC).
 */
export function rowsOfPeriods(
  periods: readonly Period[],
  columns: readonly string[],
  only?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = coverageOf(periods).flatMap(({ table, stretches }) =>
    SIGNS.map((sign) => ({ table, sign, own: stretches.filter((one) => one.sign === sign) }))
      .filter(({ own }) => own.length > 0)
      .map(({ sign, own }) => {
        const sums = columns.map(
          (name) => sql`${sql.raw(sign === 1 ? '' : '-')}r.${sql.id(name)} as ${sql.id(name)}`,
        );
        return sql`select sent.step, r.dimension, ${sql.join(sums)}
          from ${rowsOf(COLUMNS, own)}
          join ${sql.id('ledger', table)} r on r.starts >= sent.from and r.starts < sent.to
          ${only ? sql`where r.dimension in (select d.id from ledger.dimension d where ${only})` : sql``}`;
      }),
  );
  return sql`(${sql.join(parts, sql` union all `)})`;
}
