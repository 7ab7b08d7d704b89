import { sql, type Transaction } from 'kysely';
import { insertOf, rowsOf, type Column } from '../../database/column-arrays.ts';
import type { LedgerTables } from '../../database/tables.ts';
import { withTimes } from '../../latency/stored-times.ts';
import { keyOf, type LatencySpan, type LatencyTable } from './latency-span.ts';

/** A span with its histograms, in hexadecimal digits. */
export interface StoredSpan extends LatencySpan {
  readonly histogram: string;
  readonly firstToken: string;
  /** Minutes of it that are new. Of hours and days alone. */
  minutes: number;
  minutesUp: number;
}

/** What is in the table when a span was added. */
export interface GrownRow {
  readonly starts: Date;
  readonly provider: string;
  readonly model: string;
  readonly requests: string;
  readonly answered: string;
  readonly provider_failures: string;
  readonly histogram: Buffer;
  readonly first_token: Buffer;
}

const NOTHING = Buffer.alloc(0);

const startsIn = (table: LatencyTable): string =>
  table === 'latency_minute' ? 'minute' : 'starts';

const keyColumns = (table: LatencyTable): readonly Column<StoredSpan>[] => [
  { name: startsIn(table), type: 'timestamptz', of: ({ starts }) => starts },
  { name: 'provider', type: 'text', of: ({ provider }) => provider },
  { name: 'model', type: 'text', of: ({ model }) => model },
];

const HISTOGRAMS: readonly Column<StoredSpan>[] = [
  { name: 'histogram', type: 'bytea', of: ({ histogram }) => String.raw`\x${histogram}` },
  { name: 'first_token', type: 'bytea', of: ({ firstToken }) => String.raw`\x${firstToken}` },
];

const COUNTS: readonly Column<StoredSpan>[] = [
  { name: 'requests', type: 'bigint', of: ({ requests }) => requests },
  { name: 'failures', type: 'bigint', of: ({ failures }) => failures },
  { name: 'answered', type: 'bigint', of: ({ answered }) => answered },
  { name: 'provider_failures', type: 'bigint', of: ({ providerFailures }) => providerFailures },
];

const MINUTES: readonly Column<StoredSpan>[] = [
  { name: 'minutes', type: 'integer', of: ({ minutes }) => minutes },
  { name: 'minutes_up', type: 'integer', of: ({ minutesUp }) => minutesUp },
];

/** The histograms of a span alone, as if nothing were in the table yet. */
export const stored = (span: LatencySpan): StoredSpan => ({
  ...span,
  ...timesAdded(span, NOTHING, NOTHING),
  minutes: 0,
  minutesUp: 0,
});

/**
 * Adds spans to a table, and answers what it has of them now, its histograms as they were. The rows are this transaction's from here to its end, so that nobody else
 * merges into what was read.
 */
export async function growSpans(
  tx: Transaction<LedgerTables>,
  table: LatencyTable,
  spans: readonly StoredSpan[],
): Promise<readonly GrownRow[]> {
  const counts = table === 'latency_minute' ? COUNTS : [...COUNTS, ...MINUTES];
  const columns = [...keyColumns(table), ...counts, ...HISTOGRAMS];
  const grown = sql.join(
    counts.map(
      ({ name }) => sql`${sql.id(name)} = ${sql.id(table, name)} + ${sql.id('excluded', name)}`,
    ),
  );
  const { rows } = await sql<GrownRow>`${insertOf(table, columns, spans)}
    on conflict (${sql.id(startsIn(table))}, provider, model) do update set ${grown}
    returning ${sql.id(startsIn(table))} as starts, provider, model, requests, answered,
      provider_failures, histogram, first_token`.execute(tx);
  await mergeTimes(tx, table, merged(spans, rows));
  return rows;
}

/** Spans with what was in the table before; without those that were not there, and those that add no times. */
function merged(spans: readonly StoredSpan[], rows: readonly GrownRow[]): StoredSpan[] {
  const there = new Map(
    rows.map((row) => [keyOf({ ...row, starts: row.starts.toISOString() }), row]),
  );
  return spans.flatMap((span) => {
    const row = there.get(keyOf(span));
    // A row that has as many requests as we sent was made by us, with all that there is to it.
    if (!row || Number(row.requests) === span.requests) return [];
    if (span.latencies.length === 0 && span.firstTokens.length === 0) return [];
    return [{ ...span, ...timesAdded(span, row.histogram, row.first_token) }];
  });
}

async function mergeTimes(
  tx: Transaction<LedgerTables>,
  table: LatencyTable,
  spans: readonly StoredSpan[],
): Promise<void> {
  if (spans.length === 0) return;
  const starts = startsIn(table);
  await sql`update ${sql.id('ledger', table)} l
    set histogram = sent.histogram, first_token = sent.first_token
    from ${rowsOf([...keyColumns(table), ...HISTOGRAMS], spans)}
    where ${sql.id('l', starts)} = ${sql.id('sent', starts)}
      and l.provider = sent.provider and l.model = sent.model`.execute(tx);
}

function timesAdded(span: LatencySpan, histogram: Buffer, firstToken: Buffer) {
  const hex = (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return {
    histogram: hex(withTimes(histogram, span.latencies)),
    firstToken: hex(withTimes(firstToken, span.firstTokens)),
  };
}
