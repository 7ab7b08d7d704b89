import { sql, type Transaction } from 'kysely';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';
import { insertOf, type Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import type { Timed } from '../batch/prepared.ts';
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
export async function insertSums(
  tx: Transaction<LedgerTables>,
  rows: readonly SumRow[],
): Promise<SumRow[]> {
  if (rows.length === 0) return [];
  const byId = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  const { rows: made } = await sql<{
    id: string;
  }>`${insertOf('usage_sum', COLUMNS, byId)} on conflict do nothing returning id`.execute(tx);
  const fresh = new Set(made.map(({ id }) => id));
  return rows.filter(({ id }) => fresh.has(id));
}
