import type { FeedbackRecord } from '@aicp/contracts/usage/feedback-record';
import { sql, type Transaction } from 'kysely';
import { insertOf, type Column } from '../database/column-arrays.ts';
import type { LedgerTables } from '../database/tables.ts';
import { storedText } from '../ingest/rows/stored-text.ts';
import { matchFeedback } from './match-feedback.ts';

/** Nothing of ours is older. */
const EARLIEST_MS = Date.UTC(2020, 0, 1);

/** A record, by what tells it from others. */
interface Row {
  readonly record: FeedbackRecord;
  readonly name: string;
  readonly at: string;
  /** When its request came, as the id says that a gateway gave it; null: a client chose it. */
  readonly madeAt: string | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'request_id', type: 'text', of: ({ record }) => storedText(record.request_id) },
  { name: 'organization', type: 'text', of: ({ record }) => storedText(record.organization) },
  { name: 'key', type: 'text', of: ({ record }) => storedText(record.key) },
  { name: 'at', type: 'timestamptz', of: ({ at }) => at },
  // Text, as digits of a double are more than those of a real.
  { name: 'score', type: 'text', cast: 'double precision', of: ({ record }) => record.score },
  { name: 'usage_at', type: 'timestamptz', of: ({ madeAt }) => madeAt },
  {
    name: 'usage_id',
    type: 'uuid',
    of: ({ record, madeAt }) => (madeAt === null ? null : record.request_id),
  },
];

/**
 * Writes feedback down, the last of each request, and finds the requests that are there already. Where several came for one request, the last one counts, in whatever order they come in.
 */
export async function writeFeedback(
  tx: Transaction<LedgerTables>,
  records: readonly FeedbackRecord[],
  nowMs: number,
): Promise<void> {
  const rows = lastOfEach(records, nowMs);
  if (rows.length === 0) return;
  await sql`${insertOf('feedback', COLUMNS, rows)}
    on conflict (request_id, key, organization) do update set
      at = excluded.at,
      score = excluded.score,
      is_known = feedback.is_known and excluded.usage_id is not null,
      usage_at = excluded.usage_at,
      usage_id = excluded.usage_id
    where feedback.at <= excluded.at`.execute(tx);
  await matchFeedback(
    tx,
    rows.map(({ record }) => record.request_id),
  );
}

/** In one order, so that two who write never wait for one another in a circle. */
function lastOfEach(records: readonly FeedbackRecord[], nowMs: number): Row[] {
  const rows = new Map<string, Row>();
  for (const record of records) {
    const ms = Math.min(Math.max(Date.parse(record.at), EARLIEST_MS), nowMs);
    const at = new Date(ms).toISOString();
    const name = JSON.stringify([record.request_id, record.key, record.organization]);
    const known = rows.get(name);
    if (known && known.at > at) continue;
    rows.set(name, { record, name, at, madeAt: momentOf(record.request_id) });
  }
  return [...rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const LATEST_MS = Date.UTC(3000, 0, 1);

/** When a UUID of version 7 was made; null where it is none. */
function momentOf(id: string): string | null {
  const found = UUID_V7.exec(id);
  if (!found) return null;
  const ms = Number.parseInt(`${found[1]}${found[2]}`, 16);
  return ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms).toISOString() : null;
}
