import { sql, type RawBuilder } from 'kysely';
import type { Period } from '@aicp/contracts/spend/money-window';
import { rowsOf, type Column } from '../database/column-arrays.ts';
import { within } from './conditions.ts';
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
        const { step, from, where } = placeOf(sql`${sql.id('ledger', table)} r`, own);
        const chosen = only
          ? sql`and r.dimension in (select d.id from ledger.dimension d where ${only})`
          : sql``;
        return sql`select ${step} as step, r.dimension, ${sql.join(sums)} from ${from}
          where ${where} ${chosen}`;
      }),
  );
  return sql`(${sql.join(parts, sql` union all `)})`;
}

type Part = RawBuilder<unknown>;

/** Of one stretch, the statement says its ends: PostgreSQL then knows how many rows it gets, and that reading the table as a whole may be the quickest. */
function placeOf(
  rows: Part,
  stretches: readonly Stretch[],
): { step: Part; from: Part; where: Part } {
  const [one, ...others] = stretches;
  if (one && others.length === 0) {
    return {
      step: sql`${sql.lit(one.step)}::integer`,
      from: rows,
      where: within('r.starts', [one]),
    };
  }
  return {
    step: sql`sent.step`,
    from: sql`${rowsOf(COLUMNS, stretches)} join ${rows} on r.starts >= sent.from and r.starts < sent.to`,
    where: sql`true`,
  };
}
