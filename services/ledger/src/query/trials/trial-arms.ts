import { sql, type Kysely, type RawBuilder } from 'kysely';
import { TOKEN_BUCKETS, NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { LedgerTables } from '../../database/tables.ts';
import {
  NO_UNITS,
  TRIAL_ARMS,
  type TrialArmName,
  type TrialMeasure,
  type TrialQuery,
  type UnitSums,
} from './trial-query.ts';
import { ANSWERED, measuresOf, trialRows, unitOf } from './trial-rows.ts';

/** What became of the requests of one arm of a trial. */
export interface TrialArm {
  /** That a provider was asked for, or would have been. */
  readonly requests: number;
  /** Who asked. */
  readonly units: number;
  /** Of these, who asked since the split is what it is. */
  readonly unitsOfSplit: number;
  /** Nano-USD, of all requests; what has no price counts as 0. */
  readonly costNano: number;
  /** Of whole answers: how many there are, with all their tokens, and the milliseconds that they took together. */
  readonly answered: number;
  readonly tokens: TokenBuckets;
  readonly latencyMs: number;
  readonly p95Ms: number | undefined;
  readonly measures: Readonly<Record<TrialMeasure, UnitSums>>;
}

export type TrialArms = Readonly<Record<TrialArmName, TrialArm>>;

const NOTHING: TrialArm = {
  requests: 0,
  units: 0,
  unitsOfSplit: 0,
  costNano: 0,
  answered: 0,
  tokens: NO_TOKENS,
  latencyMs: 0,
  p95Ms: undefined,
  measures: {
    cost: NO_UNITS,
    latency: NO_UNITS,
    errors: NO_UNITS,
    tokens: NO_UNITS,
    feedback: NO_UNITS,
  },
};

type Row = { readonly arm: TrialArmName } & Readonly<Record<string, number | string | null>>;

/** Adds up the requests of a trial, first by who asked, then by arm. It reads every row of the trial. */
export async function trialArms(
  kysely: Kysely<LedgerTables>,
  query: TrialQuery,
): Promise<TrialArms> {
  const sums = await sumsOf(kysely, query);
  const slow = await slowestOf(kysely, query);
  const arm = (name: TrialArmName): TrialArm => {
    const row = sums.find((one) => one.arm === name);
    return row ? { ...armOf(row), p95Ms: slow.get(name) } : NOTHING;
  };
  return { base: arm('base'), variant: arm('variant') };
}

async function sumsOf(kysely: Kysely<LedgerTables>, query: TrialQuery): Promise<Row[]> {
  const measures = Object.entries(measuresOf(query));
  const ofRows = measures.flatMap(([name, { x, y }]) => [
    sql`count(*) filter (where ${x})::float8 as ${sql.id(`${name}_x`)}`,
    sql`coalesce(sum(${y}) filter (where ${x}), 0)::float8 as ${sql.id(`${name}_y`)}`,
  ]);
  const ofTokens = TOKEN_BUCKETS.map(
    (name) =>
      sql`sum(${sql.ref(`r.${name}`)}) filter (where ${ANSWERED})::float8 as ${sql.id(name)}`,
  );
  const splitSince = new Date(query.splitSinceMs).toISOString();
  const { rows } =
    await sql<Row>`select arm, count(*)::float8 as units, sum(requests)::float8 as requests,
      count(*) filter (where last_at >= ${splitSince}::timestamptz)::float8 as units_of_split,
      sum(answered)::float8 as answered, sum(cost_nano)::float8 as cost_nano, sum(latency_ms)::float8 as latency_ms,
      ${sql.join(TOKEN_BUCKETS.map((name) => sql`coalesce(sum(${sql.id(name)}), 0)::float8 as ${sql.id(name)}`))},
      ${sql.join(measures.flatMap(([name]) => squaresOf(name)))}
    from (
      select r.variant as arm, ${unitOf(query.unit)} as unit, count(*) as requests, max(r.at) as last_at,
        count(*) filter (where ${ANSWERED}) as answered,
        coalesce(sum(r.cost_nano), 0) as cost_nano,
        coalesce(sum(r.latency_ms) filter (where ${ANSWERED}), 0) as latency_ms,
        ${sql.join([...ofTokens, ...ofRows])}
      ${trialRows(query)}
      group by 1, 2
    ) u
    group by arm`.execute(kysely);
  return rows;
}

/** Of columns `<name>_x` and `<name>_y`. */
export function squaresOf(name: string): RawBuilder<unknown>[] {
  const x = sql.id(`${name}_x`);
  const y = sql.id(`${name}_y`);
  return [
    sql`count(*) filter (where ${x} > 0)::float8 as ${sql.id(`${name}_units`)}`,
    sql`sum(${x}) as ${sql.id(`${name}_sum_x`)}`,
    sql`sum(${y}) as ${sql.id(`${name}_sum_y`)}`,
    sql`sum(${x} * ${x}) as ${sql.id(`${name}_xx`)}`,
    sql`sum(${y} * ${y}) as ${sql.id(`${name}_yy`)}`,
    sql`sum(${x} * ${y}) as ${sql.id(`${name}_xy`)}`,
    sql`max(${x}) as ${sql.id(`${name}_most_x`)}`,
  ];
}

const numberIn = (row: Row, name: string): number => Number(row[name] ?? 0);

export const unitSumsIn = (row: Row, name: string): UnitSums => ({
  units: numberIn(row, `${name}_units`),
  x: numberIn(row, `${name}_sum_x`),
  y: numberIn(row, `${name}_sum_y`),
  xx: numberIn(row, `${name}_xx`),
  yy: numberIn(row, `${name}_yy`),
  xy: numberIn(row, `${name}_xy`),
  mostX: numberIn(row, `${name}_most_x`),
});

const armOf = (row: Row): TrialArm => ({
  requests: numberIn(row, 'requests'),
  units: numberIn(row, 'units'),
  unitsOfSplit: numberIn(row, 'units_of_split'),
  costNano: numberIn(row, 'cost_nano'),
  answered: numberIn(row, 'answered'),
  tokens: Object.fromEntries(
    TOKEN_BUCKETS.map((name) => [name, numberIn(row, name)]),
  ) as TokenBuckets,
  latencyMs: numberIn(row, 'latency_ms'),
  p95Ms: undefined,
  measures: {
    cost: unitSumsIn(row, 'cost'),
    latency: unitSumsIn(row, 'latency'),
    errors: unitSumsIn(row, 'errors'),
    tokens: unitSumsIn(row, 'tokens'),
    feedback: NO_UNITS,
  },
});

/** A step of times is 1 % of them. */
const STEPS = 1 / Math.log(1.01);

/** What 95 % of the whole answers of each arm took at most, ms, to 1 %. */
async function slowestOf(
  kysely: Kysely<LedgerTables>,
  query: TrialQuery,
): Promise<Map<TrialArmName, number>> {
  const { rows } = await sql<{ arm: TrialArmName; step: number; count: number }>`
    select r.variant as arm, floor(ln(greatest(r.latency_ms, 0.1)) * ${STEPS}::float8)::integer as step,
      count(*)::float8 as count
    ${trialRows(query)} and ${ANSWERED} and r.latency_ms is not null
    group by 1, 2 order by 1, 2`.execute(kysely);
  const found = new Map<TrialArmName, number>();
  for (const arm of TRIAL_ARMS) {
    const steps = rows.filter((row) => row.arm === arm);
    const rank = 0.95 * steps.reduce((sum, { count }) => sum + count, 0);
    let seen = 0;
    for (const { step, count } of steps) {
      seen += count;
      if (seen < rank) continue;
      found.set(arm, Math.exp((step + 0.5) / STEPS));
      break;
    }
  }
  return found;
}
