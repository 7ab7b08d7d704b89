import { sql, type RawBuilder } from 'kysely';
import type { TrialArmName, TrialQuery, UnitSums } from './trial-query.ts';

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

const MEASURES = ['cost', 'latency', 'errors', 'tokens'] as const;

/** Sums of all units of a trial, by arm. */
export const sumsByArm = (trial: number, query: TrialQuery): RawBuilder<SumsRow> =>
  query.unit === 'request' ? byRequests(trial) : byUnits(trial, query);

const TOTALS = sql`a.arm, a.requests, a.tokens_x as answered, a.cost_nano, a.latency_ms, a.tokens_in, a.tokens_out`;

const byUnits = (trial: number, { splitSinceMs }: TrialQuery): RawBuilder<SumsRow> =>
  sql`select ${TOTALS}, u.*
    from ledger.trial_arm a join (
      select arm as arm_of_units, count(*)::float8 as units,
        count(*) filter (where last_at >= ${new Date(splitSinceMs).toISOString()}::timestamptz)::float8 as units_of_split,
        ${sql.join(MEASURES.map(squaresOf))}
      from ledger.trial_unit where trial = ${trial} group by arm
    ) u on u.arm_of_units = a.arm
    where a.trial = ${trial}`;

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
function byRequests(trial: number): RawBuilder<SumsRow> {
  const columns = MEASURES.map((name) => {
    const of = (suffix: string) => sql.id(`${name}_${suffix}`);
    const [x, y] = [sql`a.${of('x')}`, sql`a.${of('y')}`];
    // A failure is 1, and so is its square.
    const squares = name === 'errors' ? y : sql`a.${of('yy')}`;
    return sql`${x} as ${of('units')}, ${x} as ${of('sum_x')}, ${y} as ${of('sum_y')}, ${x} as ${of('xx')},
      ${squares} as ${of('yy')}, ${y} as ${of('xy')}, least(${x}, 1) as ${of('most_x')}`;
  });
  return sql`select ${TOTALS}, a.requests as units, a.of_split as units_of_split, ${sql.join(columns)}
    from ledger.trial_arm a where a.trial = ${trial}`;
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
