import { sql, type Transaction } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { keptFrom } from '../../days/day-tables.ts';
import type { TrialQuery } from './trial-query.ts';

/** A trial whose requests are added up, by who holds its row until the transaction ends. */
export interface LockedTrial {
  readonly id: number;
  /** What its sums answer: requests of days that were dropped are none of it. */
  readonly query: TrialQuery;
  /** Requests up to this moment are in the sums (milliseconds since 1970). */
  readonly uptoMs: number;
}

/**
 * Makes the trial where it is new, and waits for whoever adds up its requests at the moment. Its sums answer one question: where that is another one now, they are begun anew, as they are when
 * a day of requests was dropped.
 */
export async function lockTrial(
  tx: Transaction<LedgerTables>,
  asked: TrialQuery,
): Promise<LockedTrial> {
  const { usage } = await keptFrom(tx);
  const query = { ...asked, sinceMs: Math.max(asked.sinceMs, usage) };
  const question = questionOf(query);
  // Times are whole milliseconds.
  const before = sql`${new Date(query.sinceMs - 1).toISOString()}::timestamptz`;
  const { rows } = await sql<{ id: number; question: string; upto: Date }>`
    insert into ledger.trial as t (ab_test, question, upto, looked_at)
    values (${query.test}, '', ${before}, now())
    on conflict (ab_test) do update set looked_at = now()
    returning t.id, t.question, t.upto`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('the row of the trial was neither made nor found');
  if (found.question === question) return { id: found.id, query, uptoMs: found.upto.getTime() };
  await forgetSums(tx, found.id);
  // All requests are found by their time now.
  await tx.deleteFrom('trial_fresh').where('ab_test', '=', query.test).execute();
  await sql`update ledger.trial set question = ${question}, upto = ${before}
    where id = ${found.id}`.execute(tx);
  return { id: found.id, query, uptoMs: query.sinceMs - 1 };
}

/** Deletes what the requests of a trial add up to. */
async function forgetSums(tx: Transaction<LedgerTables>, trial: number): Promise<void> {
  for (const table of ['trial_arm', 'trial_unit', 'trial_step']) {
    await sql`delete from ${sql.id('ledger', table)} where trial = ${trial}`.execute(tx);
  }
}

/** All that sums depend on. Where units are requests, nobody can tell afterwards which of them came since the split is what it is. */
const questionOf = ({ unit, sinceMs, organization, models, splitSinceMs }: TrialQuery): string =>
  JSON.stringify([
    unit,
    sinceMs,
    organization ?? null,
    models.base,
    models.variant,
    unit === 'request' ? splitSinceMs : null,
  ]);
