import { sql, type Transaction } from 'kysely';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import { insertOf, rowsOf, type Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import { TimeHistogram } from '../../latency/time-histogram.ts';
import type { Timed } from '../batch/prepared.ts';
import { storedText } from '../rows/stored-text.ts';

const MINUTE_MS = 60_000;

/** Attempts of one minute at one model of one provider. */
interface Minute {
  readonly minute: string;
  readonly provider: string;
  readonly model: string;
  requests: number;
  failures: number;
  /** Milliseconds of the attempts that were answered. */
  readonly latencies: number[];
  readonly firstTokens: number[];
}

interface Merged extends Minute {
  /** In hexadecimal digits. */
  readonly histogram: string;
  readonly firstToken: string;
}

const KEY: readonly Column<Minute>[] = [
  { name: 'minute', type: 'timestamptz', of: ({ minute }) => minute },
  { name: 'provider', type: 'text', of: ({ provider }) => provider },
  { name: 'model', type: 'text', of: ({ model }) => model },
];

const GROWN: readonly Column<Minute>[] = [
  ...KEY,
  { name: 'requests', type: 'bigint', of: ({ requests }) => requests },
  { name: 'failures', type: 'bigint', of: ({ failures }) => failures },
  { name: 'histogram', type: 'text', cast: 'bytea', of: () => '' },
  { name: 'first_token', type: 'text', cast: 'bytea', of: () => '' },
];

const MERGED: readonly Column<Merged>[] = [
  ...KEY,
  { name: 'histogram', type: 'text', of: ({ histogram }) => histogram },
  { name: 'first_token', type: 'text', of: ({ firstToken }) => firstToken },
];

/** Adds new attempts to the figures of their minutes: each counts for the provider that it went to, one that failed before another answered too. */
export async function growLatency(
  tx: Transaction<LedgerTables>,
  attempts: readonly Timed<AttemptRecord>[],
): Promise<void> {
  if (attempts.length === 0) return;
  const minutes = minutesOf(attempts);
  // The rows are ours from here to the end of the transaction, so that nobody merges into what we have read.
  const { rows } = await sql<{
    minute: Date;
    provider: string;
    model: string;
    histogram: Buffer;
    first_token: Buffer;
  }>`${insertOf('latency_minute', GROWN, minutes)}
    on conflict (minute, provider, model) do update set
      requests = latency_minute.requests + excluded.requests,
      failures = latency_minute.failures + excluded.failures
    returning minute, provider, model, histogram, first_token`.execute(tx);
  const there = new Map(
    rows.map((row) => [keyOf({ ...row, minute: row.minute.toISOString() }), row]),
  );
  const merged = minutes.flatMap((minute) => {
    if (minute.latencies.length === 0 && minute.firstTokens.length === 0) return [];
    const row = there.get(keyOf(minute));
    return {
      ...minute,
      histogram: withTimes(row?.histogram, minute.latencies),
      firstToken: withTimes(row?.first_token, minute.firstTokens),
    };
  });
  if (merged.length === 0) return;
  await sql`update ledger.latency_minute l
    set histogram = decode(sent.histogram, 'hex'), first_token = decode(sent.first_token, 'hex')
    from ${rowsOf(MERGED, merged)}
    where l.minute = sent.minute and l.provider = sent.provider and l.model = sent.model`.execute(
    tx,
  );
}

function withTimes(stored: Buffer = Buffer.alloc(0), times: readonly number[]): string {
  if (times.length === 0) return stored.toString('hex');
  const histogram = TimeHistogram.from(stored);
  for (const ms of times) histogram.add(ms);
  return histogram.stored().toString('hex');
}

/** In the order in which all who write write. */
function minutesOf(attempts: readonly Timed<AttemptRecord>[]): Minute[] {
  const minutes = new Map<string, Minute>();
  for (const { record, atMs } of attempts) {
    const place = {
      minute: new Date(Math.floor(atMs / MINUTE_MS) * MINUTE_MS).toISOString(),
      provider: storedText(record.provider),
      model: storedText(record.model),
    };
    const key = keyOf(place);
    const found = minutes.get(key) ?? {
      ...place,
      requests: 0,
      failures: 0,
      latencies: [],
      firstTokens: [],
    };
    minutes.set(key, found);
    count(found, record);
  }
  return [...minutes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, minute]) => minute);
}

function count(minute: Minute, record: AttemptRecord): void {
  minute.requests += 1;
  if (record.outcome === 'failed' || record.outcome === 'broken') minute.failures += 1;
  if (record.outcome !== 'answered') return;
  if (record.latency_ms !== null) minute.latencies.push(record.latency_ms);
  if (record.first_token_ms !== null) minute.firstTokens.push(record.first_token_ms);
}

const keyOf = ({
  minute,
  provider,
  model,
}: Pick<Minute, 'minute' | 'provider' | 'model'>): string =>
  [minute, provider, model].join('\u0000');
