import { sql, type Kysely } from 'kysely';
import { TOKEN_BUCKETS } from '@aicp/contracts/usage/usage-record';
import { COMPLETION_CODES } from '../database/codes.ts';
import type { LedgerTables } from '../database/tables.ts';
import { dimensionsOf, within } from './conditions.ts';
import type { UsageFilter } from './usage-query.ts';

/** Which requests are counted, and by steps of which length. */
export interface TrafficQuery {
  /** Milliseconds since 1970; a step begins then. */
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  readonly filter: UsageFilter;
}

/** Requests of one step and one model of one provider whose answers took about as long. */
export interface Traffic {
  readonly startsMs: number;
  /** '' where none served. */
  readonly model: string;
  readonly provider: string;
  readonly requests: number;
  /** Those that were answered with a status of 500 or more, or that their provider failed. */
  readonly failures: number;
  readonly tokens: number;
  /** How long they took; undefined of those that were not answered whole. Exact to 2.5 %. */
  readonly latencyMs: number | undefined;
}

/** Buckets of latencies for each power of e: neighbours differ by 5 %. */
const PER_E = 20;
/** Tenths of milliseconds and less are one. */
const LEAST_MS = 0.1;

interface Row {
  readonly step: string;
  readonly model: string;
  readonly provider: string;
  readonly bucket: number | null;
  readonly requests: string;
  readonly failures: string;
  readonly tokens: string;
}

/** Reads the rows of the requests, in one statement, however many models, providers and keys they are of. */
export async function recentTraffic(
  kysely: Kysely<LedgerTables>,
  { from, to, stepMs, filter }: TrafficQuery,
): Promise<Traffic[]> {
  const only = dimensionsOf(filter);
  const tokens = sql.join(
    TOKEN_BUCKETS.map((name) => sql`${sql.ref(`r.${name}`)}`),
    sql` + `,
  );
  const chosen = only
    ? sql`and r.dimension in (select d.id from ledger.dimension d where ${only})`
    : sql``;
  const { rows } = await sql<Row>`select s.step, d.model_served as model, d.provider, s.bucket,
      sum(s.requests)::text as requests, sum(s.failures)::text as failures,
      sum(s.tokens)::text as tokens
    from (
      select floor(extract(epoch from r.at) * 1000 / ${stepMs})::text as step, r.dimension,
        case when r.completion = ${COMPLETION_CODES.complete}
          then floor(ln(greatest(r.latency_ms, ${LEAST_MS})::double precision) * ${PER_E})::integer
        end as bucket,
        count(*) as requests,
        count(*) filter (where r.status >= 500
          or r.completion = ${COMPLETION_CODES.provider_failed}) as failures,
        sum(${tokens}) as tokens
      from ledger.usage r
      where ${within('r.at', [{ startsMs: from, endsMs: to }])} ${chosen}
      group by 1, 2, 3
    ) s join ledger.dimension d on d.id = s.dimension
    group by 1, 2, 3, 4`.execute(kysely);
  return rows.map((row) => ({
    startsMs: Number(row.step) * stepMs,
    model: row.model,
    provider: row.provider,
    requests: Number(row.requests),
    failures: Number(row.failures),
    tokens: Number(row.tokens),
    latencyMs: row.bucket === null ? undefined : Math.exp((row.bucket + 0.5) / PER_E),
  }));
}
