import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { STEP_OF } from './slowest-of.ts';
import type { TrialQuery } from './trial-query.ts';
import { IS_ANSWERED, isFailed, isOwn } from './trial-rows.ts';
import { UNITS } from './unit-of.ts';
import { freshRows, type Slice } from './fresh-rows.ts';

/** Adds the requests of a slice to the sums of their trial, which the transaction has locked. */
export async function addSlice(tx: Transaction<LedgerTables>, slice: Slice): Promise<void> {
  const { trial, uptoMs } = slice;
  const { query, id } = trial;
  // Where each request is a unit, sums of an arm and of its squares are all that is of use.
  const units = query.unit === 'request' ? sql`` : sql`, units as (${growUnits(id)})`;
  await sql`with ${freshRows(slice)}, told as (${toldOf(query)}),
      arms as (${growArms(id, query)}), steps as (${growSteps(id)})${units}
    update ledger.trial set upto = ${new Date(uptoMs).toISOString()}::timestamptz
    where id = ${id}`.execute(tx);
}

const growUnits = (trial: number): RawBuilder<unknown> =>
  sql`insert into ledger.trial_unit as s (trial, arm, unit, last_at, ${namesOf(MEASURES)})
    select ${trial}::integer, t.arm, t.unit, max(t.at), ${sql.join(Object.values(MEASURES))}
    from told t group by t.arm, t.unit
    on conflict (trial, arm, unit) do update set
      last_at = greatest(s.last_at, excluded.last_at), ${grownBy(MEASURES)}`;

function growArms(trial: number, query: TrialQuery): RawBuilder<unknown> {
  const figures = { ...totalsOf(query), ...MEASURES, ...SQUARES };
  return sql`insert into ledger.trial_arm as s (trial, arm, ${namesOf(figures)})
    select ${trial}::integer, t.arm, ${sql.join(Object.values(figures))}
    from told t group by t.arm
    on conflict (trial, arm) do update set ${grownBy(figures)}`;
}

const growSteps = (trial: number): RawBuilder<unknown> =>
  sql`insert into ledger.trial_step as s (trial, arm, step, requests)
    select ${trial}::integer, t.arm, ${STEP_OF}, count(*) from told t
    where t.is_answered and t.latency_ms is not null
    group by 2, 3
    on conflict (trial, arm, step) do update set requests = s.requests + excluded.requests`;

type Figures = Readonly<Record<string, RawBuilder<unknown>>>;

const namesOf = (figures: Figures) => sql.join(Object.keys(figures).map((name) => sql.id(name)));

const grownBy = (figures: Figures) =>
  sql.join(
    Object.keys(figures).map((name) => {
      const figure = sql.id(name);
      return sql`${figure} = s.${figure} + excluded.${figure}`;
    }),
  );

/** Requests of whom the trial is about, with what became of them. */
const toldOf = (query: TrialQuery): RawBuilder<unknown> =>
  sql`select r.variant as arm, ${query.unit === 'request' ? sql`''` : UNITS[query.unit]} as unit, r.at,
      ${IS_ANSWERED} as is_answered, ${isFailed(query)} as is_failed,
      r.cost_nano::float8 as cost_nano, r.latency_ms::float8 as latency_ms,
      ln(greatest(r.latency_ms, 1)::float8) as log_latency,
      r.tokens_in::float8 as tokens_in, r.tokens_out::float8 as tokens_out
    from fresh r join ledger.dimension d on d.id = r.dimension
    where ${isOwn(query)}`;

const ANSWERED = sql`t.is_answered`;
const sumOf = (value: RawBuilder<unknown>) =>
  sql`coalesce(sum(${value}) filter (where ${ANSWERED}), 0)`;
const TOKENS = sql`(t.tokens_in + t.tokens_out)`;

/** Of each measure how many values there are (x), and their sum (y). */
const MEASURES: Figures = {
  cost_x: sql`count(t.cost_nano) filter (where ${ANSWERED})`,
  cost_y: sumOf(sql`t.cost_nano`),
  latency_x: sql`count(t.latency_ms) filter (where ${ANSWERED})`,
  // Logarithms, whose mean is the geometric one of the times.
  latency_y: sumOf(sql`t.log_latency`),
  errors_x: sql`count(*) filter (where ${ANSWERED} or t.is_failed)`,
  errors_y: sql`count(*) filter (where t.is_failed)`,
  tokens_x: sql`count(*) filter (where ${ANSWERED})`,
  tokens_y: sumOf(TOKENS),
};

const SQUARES: Figures = {
  cost_yy: sumOf(sql`t.cost_nano * t.cost_nano`),
  latency_yy: sumOf(sql`t.log_latency * t.log_latency`),
  tokens_yy: sumOf(sql`${TOKENS} * ${TOKENS}`),
};

const totalsOf = ({ splitSinceMs }: TrialQuery): Figures => ({
  requests: sql`count(*)`,
  of_split: sql`count(*) filter (where t.at >= ${new Date(splitSinceMs).toISOString()}::timestamptz)`,
  cost_nano: sql`coalesce(sum(t.cost_nano), 0)`,
  latency_ms: sumOf(sql`t.latency_ms`),
  tokens_in: sumOf(sql`t.tokens_in`),
  tokens_out: sumOf(sql`t.tokens_out`),
});
