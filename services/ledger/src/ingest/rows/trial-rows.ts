import { sql, type Transaction } from 'kysely';
import { rowsOf, type Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import { storedText } from './stored-text.ts';
import type { UsageRow } from './usage-rows.ts';

const COLUMNS: readonly Column<UsageRow>[] = [
  { name: 'at', type: 'timestamptz', of: ({ at }) => at },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'ab_test', type: 'text', of: ({ record }) => storedText(record.ab_test) },
];

/** Notes which requests of A/B tests are new, for who adds them up: they come in any order, hours late. */
export async function noteTrials(
  tx: Transaction<LedgerTables>,
  rows: readonly UsageRow[],
): Promise<void> {
  const tested = rows.filter(({ record }) => storedText(record.ab_test) !== '');
  if (tested.length === 0) return;
  await sql`insert into ledger.trial_fresh (ab_test, ats, ids)
    select ab_test, array_agg(at), array_agg(id) from ${rowsOf(COLUMNS, tested)}
    group by ab_test order by ab_test`.execute(tx);
}
