import { sql, type RawBuilder } from 'kysely';
import { TOKEN_BUCKETS } from '@aicp/contracts/usage/usage-record';
import { insertOf, type Column } from '../../database/column-arrays.ts';
import { GRAINS } from '../../query/coverage.ts';
import { sumsOf, type Counted, type UsageSums } from './usage-sums.ts';

const COUNTS = ['requests', 'unpriced', ...TOKEN_BUCKETS] as const;

const COLUMNS: readonly Column<UsageSums>[] = [
  { name: 'starts', type: 'timestamptz', of: ({ startsMs }) => new Date(startsMs).toISOString() },
  { name: 'dimension', type: 'integer', of: ({ dimension }) => dimension },
  ...COUNTS.map((name) => ({ name, type: 'bigint', of: (sums: UsageSums) => sums[name] })),
  { name: 'cost_nano', type: 'numeric', of: ({ costNano }) => costNano },
];

/** Adds what is new to the sums of its quarter-hours, hours and days. */
export function growUsage(counted: readonly Counted[]): RawBuilder<unknown>[] {
  if (counted.length === 0) return [];
  return GRAINS.map(({ table, ms }) => {
    const grown = [...COUNTS, 'cost_nano'].map(
      (name) =>
        sql`${sql.id(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
    );
    return sql`${insertOf(table, COLUMNS, sumsOf(counted, ms))}
      on conflict (dimension, starts) do update set ${sql.join(grown)}`;
  });
}
