import type { Transaction } from 'kysely';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import type { LedgerTables } from '../../database/tables.ts';
import type { Timed } from '../batch/prepared.ts';
import { growSpans, stored, type GrownRow, type StoredSpan } from './grow-spans.ts';
import { keyOf, spansOf, startOf } from './latency-span.ts';

const SUMS = ['latency_hour', 'latency_day'] as const;

/**
 * What adds new attempts to the figures of their minutes, and of the hours and days of these: each counts for the provider that it went to, one that failed before another
 * answered too.
 */
export function growLatency(
  attempts: readonly Timed<AttemptRecord>[],
): (tx: Transaction<LedgerTables>) => Promise<void> {
  if (attempts.length === 0) return () => Promise.resolve();
  const minutes = spansOf(attempts, 'latency_minute').map(stored);
  const sums = SUMS.map((table) => ({ table, spans: spansOf(attempts, table).map(stored) }));
  return async (tx) => {
    const rows = await growSpans(tx, 'latency_minute', minutes);
    for (const { table, spans } of sums) {
      countMinutes(spans, { table, minutes, rows });
      await growSpans(tx, table, spans);
    }
  };
}

/** Counts the minutes that told something of the provider for the first time just now, and those that were answered for the first time. */
function countMinutes(
  spans: readonly StoredSpan[],
  grown: {
    readonly table: (typeof SUMS)[number];
    readonly minutes: readonly StoredSpan[];
    readonly rows: readonly GrownRow[];
  },
): void {
  const sums = new Map(spans.map((span) => [keyOf(span), span]));
  const sent = new Map(grown.minutes.map((minute) => [keyOf(minute), minute]));
  // The transaction may be tried again.
  for (const span of spans) Object.assign(span, { minutes: 0, minutesUp: 0 });
  for (const row of grown.rows) {
    const minute = sent.get(keyOf({ ...row, starts: row.starts.toISOString() }));
    const sum = sums.get(keyOf({ ...row, starts: startOf(row.starts.getTime(), grown.table) }));
    if (!minute || !sum) continue;
    const told = Number(row.answered) + Number(row.provider_failures);
    const added = minute.answered + minute.providerFailures;
    if (told > 0 && told === added) sum.minutes += 1;
    if (minute.answered > 0 && Number(row.answered) === minute.answered) sum.minutesUp += 1;
  }
}
