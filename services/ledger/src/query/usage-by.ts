import type { Period } from '@aicp/contracts/spend/money-window';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { SOURCE_CODES, wordOf } from '../database/codes.ts';
import type { LedgerTables } from '../database/tables.ts';
import { dimensionsOf } from './conditions.ts';
import { keptFrom } from '../days/day-tables.ts';
import { GRAINS, requireKept } from './coverage.ts';
import { rowsOfFacts } from './rows-of-facts.ts';
import { rowsOfPeriods } from './rows-of-periods.ts';
import type { UsageDimension, UsageQuery, UsageTotals } from './usage-query.ts';

/** Sums are text, as they may be larger than a number holds. */
type Row = Record<keyof TokenBuckets | 'requests' | 'unpriced' | 'cost_nano', string> & {
  step: number;
} & Record<string, unknown>;

/** How many steps a query may have: a year of quarter-hours. */
const MOST_STEPS = 35_136;

const [{ ms: QUARTER_MS }] = GRAINS;

const SUMS = ['requests', 'unpriced', ...TOKEN_BUCKETS, 'cost_nano'] as const;

/** Adds up what was used. Rows come by step; within one, in no particular order. Steps and groups in which nothing was used are left out. */
export async function usageBy<Group extends UsageDimension>(
  kysely: Kysely<LedgerTables>,
  query: UsageQuery<Group>,
): Promise<UsageTotals<Group>[]> {
  if (query.from >= query.to) return [];
  const edges = edgesOf(query);
  const { rows } = await statementOf(query, edges).execute(kysely);
  if (query.isExact) {
    // Asked afterwards: of rows that were gone by the time of the statement, this is known by then.
    requireKept([...edges, query.to], (await keptFrom(kysely)).usage);
  }
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

function statementOf<Group extends UsageDimension>(
  query: UsageQuery<Group>,
  edges: readonly number[],
): RawBuilder<Row> {
  const sums = SUMS.map((name) => sql`sum(s.${sql.id(name)})::text as ${sql.id(name)}`);
  const periods = edges.map((startsMs, index) => ({
    startsMs,
    endsMs: edges[index + 1] ?? query.to,
  }));
  const rows = rowsOf(periods, dimensionsOf(query.filter ?? {}));
  const groups = query.groupBy.map((name) => sql.ref(`d.${name}`));
  // Grouped by a step that is always the same, PostgreSQL expects many times as many groups as there are, and sorts all rows.
  const steps = edges.length > 1 ? [sql`s.step`] : [];
  const keys = [...steps, ...groups];
  const named = groups.length === 0 ? sql`` : sql`join ledger.dimension d on d.id = s.dimension`;
  return sql<Row>`select ${sql.join([...(steps.length === 0 ? [sql`0 as step`] : []), ...keys, ...sums])}
    from ${rows} s ${named}
    ${keys.length === 0 ? sql`` : sql`group by ${sql.join(keys)}`}
    having sum(s.requests) > 0
    ${steps.length === 0 ? sql`` : sql`order by step`}`;
}

/** Where the first period begins within a quarter-hour, its requests are added up up to the next one. */
function rowsOf(
  periods: readonly Period[],
  only: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const [first, ...others] = periods;
  const wholeMs = Math.ceil((first?.startsMs ?? 0) / QUARTER_MS) * QUARTER_MS;
  if (!first || first.startsMs === wholeMs) return rowsOfPeriods(periods, SUMS, only);
  const facts = rowsOfFacts({ ...first, endsMs: wholeMs }, SUMS, only);
  if (wholeMs === periods.at(-1)?.endsMs) return sql`(${facts})`;
  const rest = rowsOfPeriods([{ ...first, startsMs: wholeMs }, ...others], SUMS, only);
  return sql`(${facts} union all ${rest})`;
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
    startsMs: edges[row.step] ?? 0,
    group: group as UsageTotals<Group>['group'],
    requests: Number(row.requests),
    unpriced: Number(row.unpriced),
    tokens: Object.fromEntries(
      TOKEN_BUCKETS.map((bucket) => [bucket, BigInt(row[bucket])]),
    ) as UsageTotals<Group>['tokens'],
    costNano: BigInt(row.cost_nano),
  };
}
