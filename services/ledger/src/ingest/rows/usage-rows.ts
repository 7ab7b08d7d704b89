import { sql, type Transaction } from 'kysely';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { CACHE_CODES, COMPLETION_CODES } from '../../database/codes.ts';
import type { Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import type { Timed } from '../batch/prepared.ts';
import { insertNew } from './insert-new.ts';
import { storedJson, storedText } from './stored-text.ts';
import { storedMs, storedSmall, storedVersion } from './stored-number.ts';
import { storedVerdicts } from './stored-verdicts.ts';
import { tokenColumns } from './token-columns.ts';

/** A record, and the number of its dimension. */
export type UsageRow = Timed<UsageRecord> & { readonly dimension: number };

const text = (name: string, of: (record: UsageRecord) => string | null): Column<UsageRow> => ({
  name,
  type: 'text',
  of: ({ record }) => storedText(of(record)),
});

const COLUMNS: readonly Column<UsageRow>[] = [
  { name: 'at', type: 'timestamptz', of: ({ at }) => at },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'dimension', type: 'integer', of: ({ dimension }) => dimension },
  { name: 'cost_nano', type: 'bigint', of: ({ record }) => record.cost_nano_usd },
  { name: 'latency_ms', type: 'real', of: ({ record }) => storedMs(record.latency_ms) },
  { name: 'first_token_ms', type: 'real', of: ({ record }) => storedMs(record.first_token_ms) },
  { name: 'completion', type: 'smallint', of: ({ record }) => COMPLETION_CODES[record.completion] },
  {
    name: 'status',
    type: 'smallint',
    of: ({ record: { status } }) => (status === null ? null : storedSmall(status)),
  },
  { name: 'attempts', type: 'smallint', of: ({ record }) => storedSmall(record.attempts) },
  {
    name: 'cache',
    type: 'smallint',
    of: ({ record: { cache } }) => (cache === null ? null : CACHE_CODES[cache]),
  },
  { name: 'saved_tokens', type: 'bigint', of: ({ record }) => record.saved?.tokens ?? null },
  { name: 'saved_nano', type: 'bigint', of: ({ record }) => record.saved?.cost_nano_usd ?? null },
  ...tokenColumns<UsageRow>(({ record }) => record),
  text('request_id', (record) => record.request_id),
  text('model_asked', (record) => record.model_asked),
  text('policy', (record) => record.policy),
  text('ab_test', (record) => record.ab_test),
  text('variant', (record) => record.variant),
  text('prompt', ({ prompt }) => prompt?.id ?? null),
  {
    name: 'prompt_version',
    type: 'integer',
    of: ({ record: { prompt } }) => prompt && storedVersion(prompt.version),
  },
  {
    name: 'prompt_draft',
    type: 'boolean',
    of: ({ record: { prompt } }) => String(prompt?.draft ?? false),
  },
  text('config_revision', (record) => record.config_revision),
  {
    name: 'tags',
    type: 'jsonb',
    of: ({ record: { tags } }) => (Object.keys(tags).length === 0 ? null : storedJson(tags)),
  },
  {
    name: 'guardrails',
    type: 'jsonb',
    of: ({ record: { guardrails } }) =>
      guardrails.length === 0 ? null : storedJson(storedVerdicts(guardrails)),
  },
];

/** Writes what is not there yet, and answers that. */
export const insertUsage = <Row extends UsageRow>(
  tx: Transaction<LedgerTables>,
  rows: readonly Row[],
): Promise<readonly Row[]> =>
  insertNew(tx, rows, {
    table: 'usage',
    columns: COLUMNS,
    named: sql`id::text`,
    name: ({ id }) => id,
  });
