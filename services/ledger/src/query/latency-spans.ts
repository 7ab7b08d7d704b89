import { sql, type Kysely } from 'kysely';
import type { LedgerTables } from '../database/tables.ts';
import { StoredTimes } from '../latency/time-sums.ts';

export type LatencyUnit = 'minute' | 'hour' | 'day';

export interface SpansQuery {
  readonly unit: LatencyUnit;
  /** Of spans that begin from then on; milliseconds since 1970. */
  readonly fromMs: number;
  /** Of spans that begin before. */
  readonly toMs: number;
  /** Undefined: of all. */
  readonly provider?: string | undefined;
}

/** How attempts at one model of one provider went, in one minute, hour or day. */
export interface LatencySpan {
  readonly startsMs: number;
  readonly provider: string;
  readonly model: string;
  /** All attempts. */
  readonly requests: number;
  /** Those that were answered, also with a refusal that is the client's fault. */
  readonly answered: number;
  /** Those that failed by the provider's fault. */
  readonly providerFailures: number;
  /** Minutes in which an attempt was answered, or failed by the provider's fault; and those of them in which one was answered. */
  readonly minutes: number;
  readonly minutesUp: number;
  /** Of the attempts that were answered. */
  readonly latency: StoredTimes;
  readonly firstToken: StoredTimes;
}

interface Row {
  readonly starts: Date;
  readonly provider: string;
  readonly model: string;
  readonly requests: string;
  readonly answered: string;
  readonly provider_failures: string;
  readonly minutes: number;
  readonly minutes_up: number;
  readonly histogram: Buffer;
  readonly first_token: Buffer;
}

const MINUTES = sql`(answered + provider_failures > 0)::integer as minutes, (answered > 0)::integer as minutes_up`;

/** The spans of a stretch, the oldest first. Minutes are kept for 32 days, as are hours and days. */
export async function latencySpans(
  kysely: Kysely<LedgerTables>,
  { unit, fromMs, toMs, provider }: SpansQuery,
): Promise<LatencySpan[]> {
  const isMinute = unit === 'minute';
  const starts = sql.ref(isMinute ? 'minute' : 'starts');
  const minutes = isMinute ? MINUTES : sql`minutes, minutes_up`;
  const whose = provider === undefined ? sql`` : sql` and provider = ${provider}`;
  const { rows } = await sql<Row>`select ${starts} as starts, provider, model, requests, answered,
      provider_failures, ${minutes}, histogram, first_token
    from ${sql.id('ledger', `latency_${unit}`)}
    where ${starts} >= ${moment(fromMs)} and ${starts} < ${moment(toMs)}${whose}
    order by 1`.execute(kysely);
  return rows.map((row) => ({
    startsMs: row.starts.getTime(),
    provider: row.provider,
    model: row.model,
    requests: Number(row.requests),
    answered: Number(row.answered),
    providerFailures: Number(row.provider_failures),
    minutes: row.minutes,
    minutesUp: row.minutes_up,
    latency: new StoredTimes(row.histogram),
    firstToken: new StoredTimes(row.first_token),
  }));
}

const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
