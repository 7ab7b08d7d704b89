import { sql, type Kysely } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { TRIAL_ARMS, type TrialArmName } from './trial-query.ts';

/** A step of times is 1 % of them. */
const STEPS = 1 / Math.log(1.01);
const SHARE = 0.95;

/** The step of rows `t` with `latency_ms`. */
export const STEP_OF = sql<number>`floor(ln(greatest(t.latency_ms, 0.1)::float8) * ${sql.lit(STEPS)}::float8)::integer`;

interface Step {
  readonly arm: TrialArmName;
  readonly step: number;
  readonly requests: number;
}

/** What 95 % of the whole answers of each arm took at most, ms, to 1 %. */
export async function slowestOf(
  kysely: Kysely<LedgerTables>,
  trial: number,
): Promise<Map<TrialArmName, number>> {
  const { rows } = await sql<Step>`select arm, step, requests from ledger.trial_step
    where trial = ${trial} order by arm, step`.execute(kysely);
  const found = new Map<TrialArmName, number>();
  for (const arm of TRIAL_ARMS) {
    const ms = slowest(rows.filter((row) => row.arm === arm));
    if (ms !== undefined) found.set(arm, ms);
  }
  return found;
}

function slowest(steps: readonly Step[]): number | undefined {
  const rank = SHARE * steps.reduce((sum, { requests }) => sum + requests, 0);
  let seen = 0;
  for (const { step, requests } of steps) {
    seen += requests;
    if (seen >= rank) return Math.exp((step + 0.5) / STEPS);
  }
  return undefined;
}
