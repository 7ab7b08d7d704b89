import { sql, type Kysely } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { byRequests, byUnits, unitSumsIn, type SumsRow } from './sums-by-arm.ts';
import { scoresOf } from './scores-of.ts';
import { slowestOf } from './slowest-of.ts';
import {
  NO_UNITS,
  type TrialArmName,
  type TrialMeasure,
  type TrialQuery,
  type UnitSums,
} from './trial-query.ts';

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
  /** Of whole answers: how many there are, with their tokens, and the milliseconds that they took together. */
  readonly answered: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
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
  tokensIn: 0,
  tokensOut: 0,
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

/** Adds up the requests of a trial, first by who asked, then by arm. It reads every row of the trial. */
export async function trialArms(
  kysely: Kysely<LedgerTables>,
  query: TrialQuery,
): Promise<TrialArms> {
  const statement = query.unit === 'request' ? byRequests(query) : byUnits(query);
  const { rows } = await sql<SumsRow>`${statement}`.execute(kysely);
  const slow = await slowestOf(kysely, query);
  const scores = await scoresOf(kysely, query);
  const arm = (name: TrialArmName): TrialArm => {
    const row = rows.find((one) => one.arm === name);
    if (!row) return NOTHING;
    const { measures, ...arm } = armOf(row, slow.get(name));
    return { ...arm, measures: { ...measures, feedback: scores.get(name) ?? NO_UNITS } };
  };
  return { base: arm('base'), variant: arm('variant') };
}

const armOf = (row: SumsRow, p95Ms: number | undefined): TrialArm => ({
  requests: row.requests,
  units: row.units,
  unitsOfSplit: row.units_of_split,
  costNano: row.cost_nano,
  answered: row.answered,
  tokensIn: row.tokens_in,
  tokensOut: row.tokens_out,
  latencyMs: row.latency_ms,
  p95Ms,
  measures: {
    cost: unitSumsIn(row, 'cost'),
    latency: unitSumsIn(row, 'latency'),
    errors: unitSumsIn(row, 'errors'),
    tokens: unitSumsIn(row, 'tokens'),
    feedback: NO_UNITS,
  },
});
