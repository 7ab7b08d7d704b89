import { sql, type Kysely } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { TRIAL_ARMS, type TrialArmName, type TrialQuery } from './trial-query.ts';
import { ANSWERED, isOfTrial, isOwn } from './trial-rows.ts';

/** A step of times is 1 % of them. */
const STEPS = 1 / Math.log(1.01);
const SHARE = 0.95;

interface Step {
  readonly arm: TrialArmName;
  readonly step: number;
  readonly count: number;
}

/** What 95 % of the whole answers of each arm took at most, ms, to 1 %. */
export async function slowestOf(
  kysely: Kysely<LedgerTables>,
  query: TrialQuery,
): Promise<Map<TrialArmName, number>> {
  const own = sql`join ledger.dimension d on d.id = r.dimension and ${isOwn(query)}`;
  const { rows } = await sql<Step>`
    select r.variant as arm, floor(ln(greatest(r.latency_ms, 0.1)::float8) * ${STEPS}::float8)::integer as step,
      count(*)::float8 as count
    from ledger.usage r ${query.organization === undefined ? sql`` : own}
    where ${isOfTrial(query)} and ${ANSWERED} and r.latency_ms is not null
    group by 1, 2 order by 1, 2`.execute(kysely);
  const found = new Map<TrialArmName, number>();
  for (const arm of TRIAL_ARMS) {
    const ms = slowest(rows.filter((row) => row.arm === arm));
    if (ms !== undefined) found.set(arm, ms);
  }
  return found;
}

function slowest(steps: readonly Step[]): number | undefined {
  const rank = SHARE * steps.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { step, count } of steps) {
    seen += count;
    if (seen >= rank) return Math.exp((step + 0.5) / STEPS);
  }
  return undefined;
}
