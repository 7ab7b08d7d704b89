import { sql, type Transaction } from 'kysely';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import { insertOf, rowsOf, type Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import { withTimes } from '../../latency/stored-times.ts';
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

/** A minute with its histograms, in hexadecimal digits. */
interface Stored extends Minute {
  readonly histogram: string;
  readonly firstToken: string;
}

interface Row {
  readonly minute: Date;
  readonly provider: string;
  readonly model: string;
  readonly requests: string;
  readonly histogram: Buffer;
  readonly first_token: Buffer;
}

const NOTHING = Buffer.alloc(0);

const KEY: readonly Column<Minute>[] = [
  { name: 'minute', type: 'timestamptz', of: ({ minute }) => minute },
  { name: 'provider', type: 'text', of: ({ provider }) => provider },
  { name: 'model', type: 'text', of: ({ model }) => model },
];

const HISTOGRAMS: readonly Column<Stored>[] = [
  { name: 'histogram', type: 'bytea', of: ({ histogram }) => String.raw`\x${histogram}` },
  { name: 'first_token', type: 'bytea', of: ({ firstToken }) => String.raw`\x${firstToken}` },
];

const GROWN: readonly Column<Stored>[] = [
  ...KEY,
  { name: 'requests', type: 'bigint', of: ({ requests }) => requests },
  { name: 'failures', type: 'bigint', of: ({ failures }) => failures },
  ...HISTOGRAMS,
];

const MERGED: readonly Column<Stored>[] = [...KEY, ...HISTOGRAMS];

/** What adds new attempts to the figures of their minutes: each counts for the provider that it went to, one that failed before another answered too. */
export function growLatency(
  attempts: readonly Timed<AttemptRecord>[],
): (tx: Transaction<LedgerTables>) => Promise<void> {
  if (attempts.length === 0) return () => Promise.resolve();
  const minutes = minutesOf(attempts);
  const fresh = minutes.map((minute) => mergedWith(minute, NOTHING, NOTHING));
  const statement = sql<Row>`${insertOf('latency_minute', GROWN, fresh)}
    on conflict (minute, provider, model) do update set
      requests = latency_minute.requests + excluded.requests,
      failures = latency_minute.failures + excluded.failures
    returning minute, provider, model, requests, histogram, first_token`;
  return async (tx) => {
    // The rows are ours from here to the end of the transaction, so that nobody merges into what we have read.
    const { rows } = await statement.execute(tx);
    await mergeInto(tx, minutes, rows);
  };
}

async function mergeInto(
  tx: Transaction<LedgerTables>,
  minutes: readonly Minute[],
  rows: readonly Row[],
): Promise<void> {
  const there = new Map(
    rows.map((row) => [keyOf({ ...row, minute: row.minute.toISOString() }), row]),
  );
  const merged = minutes.flatMap((minute) => {
    const row = there.get(keyOf(minute));
    // A row that has as many requests as we sent was made by us, with all that there is to it.
    if (!row || Number(row.requests) === minute.requests) return [];
    if (minute.latencies.length === 0 && minute.firstTokens.length === 0) return [];
    return mergedWith(minute, row.histogram, row.first_token);
  });
  if (merged.length === 0) return;
  await sql`update ledger.latency_minute l
    set histogram = sent.histogram, first_token = sent.first_token
    from ${rowsOf(MERGED, merged)}
    where l.minute = sent.minute and l.provider = sent.provider and l.model = sent.model`.execute(
    tx,
  );
}

function mergedWith(minute: Minute, histogram: Buffer, firstToken: Buffer): Stored {
  const hex = (stored: Uint8Array): string =>
    Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).toString('hex');
  return {
    ...minute,
    histogram: hex(withTimes(histogram, minute.latencies)),
    firstToken: hex(withTimes(firstToken, minute.firstTokens)),
  };
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
