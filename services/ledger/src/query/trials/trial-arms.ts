import type { Kysely, Transaction } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { scoresOf } from './scores-of.ts';
import { slowestOf } from './slowest-of.ts';
import { addSlice } from './add-slice.ts';
import { nextSlice } from './fresh-rows.ts';
import { lockTrial, type LockedTrial } from './lock-trial.ts';
import { sumsByArm, unitSumsIn, type SumsRow } from './sums-by-arm.ts';
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

/** So many requests are added up by one transaction, which others of the only connection of PGlite, and who looks at the same trial, wait for. */
const SLICE = 5_000;

/**
 * How the requests of a trial went. Those that came in since somebody looked last are added up first, slice by slice; what a crash leaves undone, the next look does. Any number of replicas may
 * look at a time.
 */
export async function trialArms(
  kysely: Kysely<LedgerTables>,
  query: TrialQuery,
  slice = SLICE,
): Promise<TrialArms> {
  if (query.test === '') return { base: NOTHING, variant: NOTHING };
  for (;;) {
    const arms = await kysely.transaction().execute((tx) => lookOnce(tx, query, slice));
    if (arms) return arms;
  }
}

/** Undefined where there are more requests to add up. */
async function lookOnce(
  tx: Transaction<LedgerTables>,
  query: TrialQuery,
  size: number,
): Promise<TrialArms | undefined> {
  const trial = await lockTrial(tx, query);
  const slice = await nextSlice(tx, trial, size);
  if (!slice.isEmpty) await addSlice(tx, slice);
  return slice.isFull ? undefined : await armsOf(tx, trial);
}

async function armsOf(
  tx: Transaction<LedgerTables>,
  { id, query }: LockedTrial,
): Promise<TrialArms> {
  const { rows } = await sumsByArm(id, query).execute(tx);
  const slow = await slowestOf(tx, id);
  const scores = await scoresOf(tx, query);
  const arm = (name: TrialArmName): TrialArm => {
    const row = rows.find((one) => one.arm === name);
    const { measures, ...figures } = row ? armOf(row, slow.get(name)) : NOTHING;
    return { ...figures, measures: { ...measures, feedback: scores.get(name) ?? NO_UNITS } };
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
