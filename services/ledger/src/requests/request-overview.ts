import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { COMPLETION_CODES } from '../database/codes.ts';
import type { LedgerTables } from '../database/tables.ts';
import { dimensionsOf, within } from '../query/conditions.ts';
import type { UsageFilter } from '../query/usage-query.ts';

/** What requests may be told apart by. */
export type OverviewGroup = 'model_served' | 'provider' | 'team';

/** Which requests are added up, and by steps of which length. */
export interface OverviewQuery {
  /** Milliseconds since 1970; a step begins then. */
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  readonly filter: UsageFilter;
  /** Undefined: all together. */
  readonly groupBy?: OverviewGroup | undefined;
  /** So many groups with the most requests are told apart; what is left is one. */
  readonly mostGroups: number;
}

/** Requests of one step and group. */
export interface Overview {
  readonly startsMs: number;
  /** '' where they have none; undefined of all that are not told apart. */
  readonly group: string | undefined;
  readonly requests: number;
  /** Those that were answered with a status of 500 or more, or that their provider failed. */
  readonly failures: number;
  readonly tokens: TokenBuckets;
  readonly costNano: bigint;
  /** How long they took, and how long until the first token: so many requests took about so many milliseconds, the least first. Exact to 2.5 %. */
  readonly latency: readonly Timed[];
  readonly firstToken: readonly Timed[];
}

export interface Timed {
  readonly ms: number;
  readonly requests: number;
}

type Condition = RawBuilder<unknown>;

/** Buckets of times for each power of e: neighbours differ by 5 %. */
const PER_E = 20;
/** Tenths of milliseconds and less are one. */
const LEAST_MS = 0.1;

const bucketOf = (column: string): Condition =>
  sql`case when r.completion = ${sql.lit(COMPLETION_CODES.complete)} and ${sql.ref(column)} is not null
    then floor(ln(greatest(${sql.ref(column)}, ${sql.lit(LEAST_MS)})::double precision) * ${sql.lit(PER_E)})::integer
  end`;

/** How many requests that are; one more than `most` where there are more, so that the question costs no more. */
export async function countRequests(
  kysely: Kysely<LedgerTables>,
  query: Pick<OverviewQuery, 'from' | 'to' | 'filter'>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from ledger.usage r where ${chosen(query)} limit ${most + 1}) found`.execute(kysely);
  return rows[0]?.count ?? 0;
}

type Row = Record<keyof TokenBuckets, string> & {
  readonly step: string;
  readonly group: string | null;
  readonly bucket: number | null;
  readonly is_first_token: boolean;
  readonly requests: string;
  readonly failures: string;
  readonly cost_nano: string;
};

/** Reads the rows of the requests, which are as many as `countRequests` says. Steps in which there was none are left out. */
export async function requestOverview(
  kysely: Kysely<LedgerTables>,
  query: OverviewQuery,
): Promise<Overview[]> {
  const group = await groupOf(kysely, query);
  const sums = sql.join(
    TOKEN_BUCKETS.map((name) => sql`sum(s.${sql.id(name)})::text as ${sql.id(name)}`),
  );
  const each = sql.join(
    TOKEN_BUCKETS.map((name) => sql`sum(r.${sql.id(name)}) as ${sql.id(name)}`),
  );
  const { rows } = await sql<Row>`select s.step, ${group} as "group", s.bucket, s.is_first_token,
      sum(s.requests)::text as requests, sum(s.failures)::text as failures,
      sum(s.cost_nano)::text as cost_nano, ${sums}
    from (
      select t.step, t.dimension, grouping(t.latency) = 1 as is_first_token,
        coalesce(t.latency, t.first_token) as bucket, count(*) as requests,
        count(*) filter (where r.status >= 500
          or r.completion = ${sql.lit(COMPLETION_CODES.provider_failed)}) as failures,
        coalesce(sum(r.cost_nano), 0) as cost_nano, ${each}
      from ledger.usage r
      cross join lateral (select floor(extract(epoch from r.at) * 1000 / ${query.stepMs})::text as step,
        r.dimension, ${bucketOf('r.latency_ms')} as latency,
        ${bucketOf('r.first_token_ms')} as first_token) t
      where ${chosen(query)}
      group by grouping sets ((t.step, t.dimension, t.latency), (t.step, t.dimension, t.first_token))
    ) s join ledger.dimension d on d.id = s.dimension
    group by 1, 2, 3, 4
    order by 1, 2, 3`.execute(kysely);
  return addedUp(rows, query.stepMs);
}

/** Of groups with few requests, null. */
async function groupOf(kysely: Kysely<LedgerTables>, query: OverviewQuery): Promise<Condition> {
  const { groupBy, mostGroups } = query;
  if (groupBy === undefined) return sql`null::text`;
  const name = sql.ref(`d.${groupBy}`);
  const { rows } = await sql<{ name: string }>`select ${name} as name from (
      select r.dimension, count(*) as requests from ledger.usage r where ${chosen(query)} group by 1
    ) s join ledger.dimension d on d.id = s.dimension
    group by 1 order by sum(s.requests) desc, 1 limit ${mostGroups}`.execute(kysely);
  const names = rows.map((row) => row.name);
  return sql`case when ${name} = any(${names}::text[]) then ${name} end`;
}

function chosen({ from, to, filter }: Pick<OverviewQuery, 'from' | 'to' | 'filter'>): Condition {
  const only = dimensionsOf(filter);
  const whose = only
    ? sql`and r.dimension in (select d.id from ledger.dimension d where ${only})`
    : sql``;
  return sql`${within('r.at', [{ startsMs: from, endsMs: to }])} ${whose}`;
}

/** Each request is in one row by its time, and in one by that of its first token: the first count. */
function addedUp(rows: readonly Row[], stepMs: number): Overview[] {
  const found = new Map<string, Growing>();
  for (const row of rows) {
    const key = `${row.step}/${row.group === null ? '' : `=${row.group}`}`;
    const sum = found.get(key) ?? nothing(Number(row.step) * stepMs, row.group ?? undefined);
    found.set(key, sum);
    const requests = Number(row.requests);
    if (row.bucket !== null) {
      const ms = Math.exp((row.bucket + 0.5) / PER_E);
      (row.is_first_token ? sum.firstToken : sum.latency).push({ ms, requests });
    }
    if (row.is_first_token) continue;
    sum.requests += requests;
    sum.failures += Number(row.failures);
    sum.costNano += BigInt(row.cost_nano);
    for (const bucket of TOKEN_BUCKETS) sum.tokens[bucket] += Number(row[bucket]);
  }
  return [...found.values()].sort((a, b) => a.startsMs - b.startsMs);
}

interface Growing extends Overview {
  requests: number;
  failures: number;
  costNano: bigint;
  readonly tokens: Record<keyof TokenBuckets, number>;
  readonly latency: Timed[];
  readonly firstToken: Timed[];
}

const nothing = (startsMs: number, group: string | undefined): Growing => ({
  ...{ startsMs, group, requests: 0, failures: 0, costNano: 0n, latency: [], firstToken: [] },
  tokens: Object.fromEntries(TOKEN_BUCKETS.map((bucket) => [bucket, 0])) as TokenBuckets,
});
