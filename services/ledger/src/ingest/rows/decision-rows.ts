import { sql, type Transaction } from 'kysely';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { RESULT_CODES } from '../../database/codes.ts';
import { insertOf, textArray, type Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import type { Timed } from '../batch/prepared.ts';
import { storedJson, storedText } from './stored-text.ts';
import { storedSmall } from './stored-number.ts';

type DecisionRow = Timed<DecisionRecord>;

const text = (
  name: string,
  of: (record: DecisionRecord) => string | null,
): Column<DecisionRow> => ({
  name,
  type: 'text',
  of: ({ record }) => storedText(of(record)),
});

const attribute = (name: string): Column<DecisionRow> =>
  text(name, ({ attributes }) => {
    const value = attributes[name];
    return typeof value === 'string' ? value : null;
  });

const COLUMNS: readonly Column<DecisionRow>[] = [
  { name: 'at', type: 'timestamptz', of: ({ at }) => at },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'result', type: 'smallint', of: ({ record }) => RESULT_CODES[record.result] },
  { name: 'status', type: 'smallint', of: ({ record }) => storedSmall(record.status) },
  text('request_id', (record) => record.request_id),
  attribute('organization'),
  attribute('key'),
  text('asked_model', (record) => record.asked_model),
  text('model', (record) => record.model),
  text('provider', (record) => record.provider),
  { name: 'policies', type: 'text', cast: 'text[]', of: ({ record }) => policiesOf(record) },
  { name: 'record', type: 'jsonb', of: ({ record }) => storedJson(record) },
];

/** All that had a say, each once. */
const policiesOf = ({ steps }: DecisionRecord): string => {
  const names = steps.flatMap(({ policy }) => (policy === undefined ? [] : [storedText(policy)]));
  return textArray([...new Set(names)]);
};

/** Writes what is not there yet, and answers how many that were. */
export async function insertDecisions(
  tx: Transaction<LedgerTables>,
  rows: readonly DecisionRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows = 0n } =
    await sql`${insertOf('decision', COLUMNS, rows)} on conflict do nothing`.execute(tx);
  return Number(numAffectedRows);
}
