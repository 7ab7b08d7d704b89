import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import { DAY_MS } from '../../days/day-tables.ts';
import type { Timed } from '../batch/prepared.ts';
import { storedText } from '../rows/stored-text.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const SPAN_MS = {
  latency_minute: MINUTE_MS,
  latency_hour: HOUR_MS,
  latency_day: DAY_MS,
} as const;
export type LatencyTable = keyof typeof SPAN_MS;

/** Failures that say nothing of the provider: of the credential (refused, or at its limit), of our own gateways, and of attempts of which nobody knows the end. */
const EXCUSED: ReadonlySet<string | null> = new Set([
  'busy',
  'credential',
  'fault',
  'overloaded',
  'unknown',
]);

/** Attempts of one minute, hour or day at one model of one provider. */
export interface LatencySpan {
  /** RFC 3339. */
  readonly starts: string;
  readonly provider: string;
  readonly model: string;
  requests: number;
  failures: number;
  answered: number;
  providerFailures: number;
  /** Milliseconds of the attempts that were answered. */
  readonly latencies: number[];
  readonly firstTokens: number[];
}

/** The attempts by minute, hour or day, in the order in which all who write write. */
export function spansOf(
  attempts: readonly Timed<AttemptRecord>[],
  table: LatencyTable,
): LatencySpan[] {
  const spans = new Map<string, LatencySpan>();
  for (const { record, atMs } of attempts) {
    const place = {
      starts: startOf(atMs, table),
      provider: storedText(record.provider),
      model: storedText(record.model),
    };
    const key = keyOf(place);
    const found = spans.get(key) ?? {
      ...place,
      ...{ requests: 0, failures: 0, answered: 0, providerFailures: 0 },
      latencies: [],
      firstTokens: [],
    };
    spans.set(key, found);
    count(found, record);
  }
  return [...spans].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, span]) => span);
}

/** When the minute, hour or day of a moment began (RFC 3339). */
export const startOf = (atMs: number, table: LatencyTable): string => {
  const lengthMs = SPAN_MS[table];
  return new Date(Math.floor(atMs / lengthMs) * lengthMs).toISOString();
};

export const keyOf = ({
  starts,
  provider,
  model,
}: Pick<LatencySpan, 'starts' | 'provider' | 'model'>): string =>
  [starts, provider, model].join('\u0000');

function count(span: LatencySpan, record: AttemptRecord): void {
  const { outcome, reason } = record;
  span.requests += 1;
  if (outcome === 'failed' || outcome === 'broken') {
    span.failures += 1;
    if (!EXCUSED.has(reason)) span.providerFailures += 1;
  }
  if (outcome !== 'answered') return;
  span.answered += 1;
  if (record.latency_ms !== null) span.latencies.push(record.latency_ms);
  if (record.first_token_ms !== null) span.firstTokens.push(record.first_token_ms);
}
