import type { Transaction } from 'kysely';
import type { LedgerTables } from '../database/tables.ts';
import type { DayPart } from '../days/day-tables.ts';
import { isTellable, lockLate, noteLate } from '../days/late-usage.ts';
import type { Named } from './naming.ts';
import { insertAttempts, type AttemptRow } from './rows/attempt-rows.ts';
import { insertDecisions } from './rows/decision-rows.ts';
import { insertSums, type SumRow } from './rows/sum-rows.ts';
import { noteTrials } from './rows/trial-rows.ts';
import { insertUsage } from './rows/usage-rows.ts';

/** What of a batch was not known yet. */
export interface Fresh {
  readonly usage: Named['usage'];
  readonly attempts: readonly AttemptRow[];
  readonly sums: readonly SumRow[];
  /** How many. */
  readonly decisions: number;
}

/** Writes rows in one order of tables, and of rows within each, so that two who write never wait for one another in a circle. */
export async function writeRows(
  tx: Transaction<LedgerTables>,
  named: Named,
  kept: Readonly<Record<DayPart, number>>,
): Promise<Fresh> {
  const isKept = ({ atMs }: { readonly atMs: number }): boolean => atMs >= kept.usage;
  const late = named.usage.filter((row) => !isKept(row) && isTellable(row.atMs, kept.usage));
  if (late.length > 0 || !named.sums.every(isKept)) await lockLate(tx);
  const usage = await insertUsage(tx, named.usage.filter(isKept));
  await noteTrials(tx, usage);
  return {
    usage: [...usage, ...(await noteLate(tx, late))],
    // Figures by minute go with the rows of their day, so that attempts of before count nowhere.
    attempts: await insertAttempts(tx, named.attempts.filter(isKept)),
    sums: await insertSums(tx, named.sums),
    decisions: await insertDecisions(
      tx,
      named.decisions.filter(({ atMs }) => atMs >= kept.decision),
    ),
  };
}
