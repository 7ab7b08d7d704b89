import { sql, type Kysely, type RawBuilder } from 'kysely';
import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { SOURCE_CODES, wordOf } from '../database/codes.ts';
import type { LedgerTables } from '../database/tables.ts';
import { dimensionsOf, within } from './conditions.ts';
import { coverageOf, GRAINS } from './coverage.ts';
import type { UsageDimension, UsageQuery, UsageTotals } from './usage-query.ts';

/** `step` is the number of the step from 1 on; sums are text, as they may be larger than a number holds. */
type Row = Record<keyof TokenBuckets | 'requests' | 'unpriced' | 'cost_nano', string> & {
  step: number;
} & Record<string, unknown>;

/** How many steps a query may have: a year of quarter-hours. */
const MOST_STEPS = 35_136;

const SUMS = ['requests', 'unpriced', ...TOKEN_BUCKETS, 'cost_nano'] as const;

/** Adds up what was used. Rows come by step; within one, in no particular order. Steps and groups in which nothing was used are left out. */
export async function usageBy<Group extends UsageDimension>(
  kysely: Kysely<LedgerTables>,
  query: UsageQuery<Group>,
): Promise<UsageTotals<Group>[]> {
  if (query.from >= query.to) return [];
  const edges = edgesOf(query);
  const { rows } = await statementOf(query, edges).execute(kysely);
  return rows.map((row) => toTotals(row, query.groupBy, edges));
}

function edgesOf({ from, to, step }: UsageQuery<UsageDimension>): readonly number[] {
  if (step === undefined) return [from];
  if (typeof step !== 'string') return checked(step, from, to);
  const ms = GRAINS.find(({ table }) => table === `usage_${step}`)?.ms ?? GRAINS[0].ms;
  const edges = [from];
  for (let next = (Math.floor(from / ms) + 1) * ms; next < to; next += ms) edges.push(next);
  return checked(edges, from, to);
}

function checked(edges: readonly number[], from: number, to: number): readonly number[] {
  if (edges.length > MOST_STEPS) {
    throw new RangeError(`at most ${MOST_STEPS} steps: ask for a shorter time or longer steps`);
  }
  const rises = edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? 0));
  if (edges[0] !== from || !rises || (edges.at(-1) ?? to) >= to) {
    throw new RangeError('steps rise, begin with `from`, and the last one begins before `to`');
  }
  return edges;
}

/** Sums by number of the dimension first, which is quick, and only then by its names. */
function statementOf<Group extends UsageDimension>(
  query: UsageQuery<Group>,
  edges: readonly number[],
): RawBuilder<Row> {
  const sums = (cast: RawBuilder<unknown>) =>
    sql.join(SUMS.map((name) => sql`sum(${sql.id(name)})${cast} as ${sql.id(name)}`));
  const groups = query.groupBy.map((name) => sql.ref(`d.${name}`));
  const keys = sql.join([sql`step`, ...groups]);
  const filter = dimensionsOf(query.filter ?? {});
  return sql<Row>`select ${keys}, ${sums(sql`::text`)} from (
      select ${stepOf(edges)} as step, dimension, ${sums(sql``)}
      from (${source(query, edges)}) r
      ${filter ? sql`where dimension in (select d.id from ledger.dimension d where ${filter})` : sql``}
      group by 1, 2
    ) s join ledger.dimension d on d.id = s.dimension
    group by ${keys} order by step`;
}

const stepOf = (edges: readonly number[]): RawBuilder<unknown> =>
  edges.length === 1
    ? sql`1`
    : sql`width_bucket(starts, ${edges.map((ms) => new Date(ms).toISOString())}::timestamptz[])`;

/** The rows that add up to what is asked: of days as long as no step begins within one. */
function source(query: UsageQuery<UsageDimension>, edges: readonly number[]): RawBuilder<unknown> {
  const periods = edges.map((startsMs, index) => ({
    startsMs,
    endsMs: edges[index + 1] ?? query.to,
  }));
  const columns = sql.join(['starts', 'dimension', ...SUMS].map((name) => sql.id(name)));
  const parts = coverageOf(periods).map(
    ({ table, stretches }) =>
      sql`select ${columns} from ${sql.id('ledger', table)} where ${within('starts', stretches)}`,
  );
  return sql.join(parts, sql` union all `);
}

function toTotals<Group extends UsageDimension>(
  row: Row,
  groupBy: readonly Group[],
  edges: readonly number[],
): UsageTotals<Group> {
  const group = Object.fromEntries(
    groupBy.map((name) => [
      name,
      name === 'source' ? wordOf(SOURCE_CODES, Number(row[name])) : String(row[name]),
    ]),
  );
  return {
    startsMs: edges[row.step - 1] ?? 0,
    group: group as UsageTotals<Group>['group'],
    requests: Number(row.requests),
    unpriced: Number(row.unpriced),
    tokens: Object.fromEntries(
      TOKEN_BUCKETS.map((bucket) => [bucket, BigInt(row[bucket])]),
    ) as UsageTotals<Group>['tokens'],
    costNano: BigInt(row.cost_nano),
  };
}
