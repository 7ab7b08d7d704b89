import { sql, type RawBuilder } from 'kysely';
import type { TrialArmName, TrialQuery, TrialUnit, UnitSums } from './trial-query.ts';
import { addedRows, isOwn, OUTCOMES } from './trial-rows.ts';

/** Sums of one arm, with seven more columns for each measure. */
export interface SumsRow {
  readonly arm: TrialArmName;
  readonly requests: number;
  readonly units: number;
  readonly units_of_split: number;
  readonly cost_nano: number;
  readonly answered: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly latency_ms: number;
}

/** Of dimensions `d`. Requests that say neither are taken for those of one. */
const UNITS: Readonly<Record<Exclude<TrialUnit, 'request'>, RawBuilder<string>>> = {
  user: sql`case when d."user" <> '' then 'u' || d."user" else 'k' || d.key end`,
  key: sql`d.key`,
};

export const unitOf = (unit: TrialUnit): RawBuilder<string> =>
  unit === 'request' ? sql`r.id::text` : UNITS[unit];

const ANSWERED = sql`g.outcome = ${sql.lit(OUTCOMES.answered)}`;

/** Whether the arm's model failed requests of rows `g`: also where another model had to answer. */
const failedOf = ({ models }: TrialQuery): RawBuilder<boolean> =>
  sql`(g.outcome = ${sql.lit(OUTCOMES.failed)} or (${ANSWERED} and g.retried
    and d.model_served <> case g.arm when 'variant' then ${models.variant} else ${models.base} end))`;

const sumWhere = (column: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${column}) filter (where ${condition}), 0)`;

/** How many values there are (x), and what they add up to (y), of each measure. */
function measuresOf(query: TrialQuery) {
  const failed = failedOf(query);
  return {
    cost: { x: sumWhere(sql`g.priced`, ANSWERED), y: sumWhere(sql`g.cost_nano`, ANSWERED) },
    latency: { x: sumWhere(sql`g.timed`, ANSWERED), y: sumWhere(sql`g.log_latency`, ANSWERED) },
    errors: {
      x: sumWhere(sql`g.requests`, sql`${ANSWERED} or ${failed}`),
      y: sumWhere(sql`g.requests`, failed),
    },
    tokens: {
      x: sumWhere(sql`g.requests`, ANSWERED),
      y: sumWhere(sql`g.tokens_in + g.tokens_out`, ANSWERED),
    },
  } as const;
}

/** Sums over rows `g`. */
const TOTALS = sql`sum(g.requests) as requests, sum(g.cost_nano) as cost_nano,
  ${sumWhere(sql`g.requests`, ANSWERED)} as answered, ${sumWhere(sql`g.tokens_in`, ANSWERED)} as tokens_in,
  ${sumWhere(sql`g.tokens_out`, ANSWERED)} as tokens_out, ${sumWhere(sql`g.latency_ms`, ANSWERED)} as latency_ms`;

const columnsOf = (query: TrialQuery): RawBuilder<unknown> =>
  sql.join(
    Object.entries(measuresOf(query)).flatMap(([name, { x, y }]) => [
      sql`${x} as ${sql.id(`${name}_x`)}`,
      sql`${y} as ${sql.id(`${name}_y`)}`,
    ]),
  );

/** Sums by user or key, and of these by arm. */
export const byUnits = (query: TrialQuery): RawBuilder<unknown> =>
  sql`select arm, count(*)::float8 as units, sum(requests) as requests,
      count(*) filter (where last_at >= ${new Date(query.splitSinceMs).toISOString()}::timestamptz)::float8 as units_of_split,
      sum(answered) as answered, sum(cost_nano) as cost_nano, sum(latency_ms) as latency_ms,
      sum(tokens_in) as tokens_in, sum(tokens_out) as tokens_out,
      ${sql.join(Object.keys(measuresOf(query)).map(squaresOf))}
    from (
      select g.arm, ${unitOf(query.unit)} as unit, max(g.last_at) as last_at, ${TOTALS}, ${columnsOf(query)}
      from (${addedRows(query)}) g join ledger.dimension d on d.id = g.dimension
      where ${isOwn(query)}
      group by 1, 2
    ) u
    group by arm`;

/** Sums over units `u`, of columns `<name>_x` and `<name>_y`. */
export function squaresOf(name: string): RawBuilder<unknown> {
  const x = sql.id(`${name}_x`);
  const y = sql.id(`${name}_y`);
  return sql`count(*) filter (where ${x} > 0)::float8 as ${sql.id(`${name}_units`)},
    sum(${x}) as ${sql.id(`${name}_sum_x`)}, sum(${y}) as ${sql.id(`${name}_sum_y`)},
    sum(${x} * ${x}) as ${sql.id(`${name}_xx`)}, sum(${y} * ${y}) as ${sql.id(`${name}_yy`)},
    sum(${x} * ${y}) as ${sql.id(`${name}_xy`)}, max(${x}) as ${sql.id(`${name}_most_x`)}`;
}

/** Each request is a unit, so that its x is 1, and squares add up without it. */
export function byRequests(query: TrialQuery): RawBuilder<unknown> {
  const squares = {
    cost: sumWhere(sql`g.cost_squares`, ANSWERED),
    latency: sumWhere(sql`g.latency_squares`, ANSWERED),
    errors: sumWhere(sql`g.requests`, failedOf(query)),
    tokens: sumWhere(sql`g.token_squares`, ANSWERED),
  };
  const columns = Object.entries(measuresOf(query)).map(([name, { x, y }]) => {
    const of = (suffix: string) => sql.id(`${name}_${suffix}`);
    return sql`${x} as ${of('units')}, ${x} as ${of('sum_x')}, ${y} as ${of('sum_y')}, ${x} as ${of('xx')},
      ${squares[name as keyof typeof squares]} as ${of('yy')}, ${y} as ${of('xy')}, 1 as ${of('most_x')}`;
  });
  return sql`select g.arm, sum(g.requests) as units, ${TOTALS},
      sum(g.of_split) as units_of_split, ${sql.join(columns)}
    from (${addedRows(query)}) g join ledger.dimension d on d.id = g.dimension
    where ${isOwn(query)}
    group by 1`;
}

export function unitSumsIn(row: object, name: string): UnitSums {
  const read = (suffix: string): number =>
    Number((row as Readonly<Record<string, unknown>>)[`${name}_${suffix}`] ?? 0);
  return {
    units: read('units'),
    x: read('sum_x'),
    y: read('sum_y'),
    xx: read('xx'),
    yy: read('yy'),
    xy: read('xy'),
    mostX: read('most_x'),
  };
}
