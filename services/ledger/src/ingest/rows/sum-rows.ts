import { sql, type Transaction } from 'kysely';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';
import type { Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import type { Timed } from '../batch/prepared.ts';
import { insertNew } from './insert-new.ts';
import { tokenColumns } from './token-columns.ts';

/** A sum, and the number of its dimension. */
export type SumRow = Timed<UsageSum> & { readonly dimension: number };

const COLUMNS: readonly Column<SumRow>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'hour', type: 'timestamptz', of: ({ at }) => at },
  { name: 'dimension', type: 'integer', of: ({ dimension }) => dimension },
  { name: 'requests', type: 'bigint', of: ({ record }) => record.requests },
  { name: 'cost_nano', type: 'bigint', of: ({ record }) => record.cost_nano_usd },
  ...tokenColumns<SumRow>(({ record }) => record),
];

/** Writes what is not there yet, and answers that. */
export const insertSums = (
  tx: Transaction<LedgerTables>,
  rows: readonly SumRow[],
): Promise<readonly SumRow[]> =>
  insertNew(
    tx,
    [...rows].sort((a, b) => (a.id < b.id ? -1 : 1)),
    { table: 'usage_sum', columns: COLUMNS, named: sql`id::text`, name: ({ id }) => id },
  );
