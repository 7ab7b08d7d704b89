import { sql, type Transaction } from 'kysely';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import { OUTCOME_CODES } from '../../database/codes.ts';
import type { Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import type { Timed } from '../batch/prepared.ts';
import { insertNew } from './insert-new.ts';
import { storedText } from './stored-text.ts';
import { storedMs, storedSmall } from './stored-number.ts';
import { tokenColumns } from './token-columns.ts';

/** A record, and the number of whom it went to. */
export type AttemptRow = Timed<AttemptRecord> & { readonly target: number };

const COLUMNS: readonly Column<AttemptRow>[] = [
  { name: 'at', type: 'timestamptz', of: ({ at }) => at },
  { name: 'usage_id', type: 'uuid', of: ({ record }) => record.usage_id },
  { name: 'number', type: 'smallint', of: ({ record }) => storedSmall(record.number) },
  { name: 'target', type: 'integer', of: ({ target }) => target },
  { name: 'cost_nano', type: 'bigint', of: ({ record }) => record.cost_nano_usd },
  { name: 'latency_ms', type: 'real', of: ({ record }) => storedMs(record.latency_ms) },
  { name: 'first_token_ms', type: 'real', of: ({ record }) => storedMs(record.first_token_ms) },
  { name: 'outcome', type: 'smallint', of: ({ record }) => OUTCOME_CODES[record.outcome] },
  ...tokenColumns<AttemptRow>(({ record }) => record),
  { name: 'reason', type: 'text', of: ({ record }) => storedText(record.reason) },
];

/** Writes what is not there yet, and answers that. */
export const insertAttempts = (
  tx: Transaction<LedgerTables>,
  rows: readonly AttemptRow[],
): Promise<readonly AttemptRow[]> =>
  insertNew(tx, rows, {
    table: 'attempt',
    columns: COLUMNS,
    named: sql`usage_id || '/' || number`,
    name: ({ record }) => `${record.usage_id.toLowerCase()}/${storedSmall(record.number)}`,
  });
