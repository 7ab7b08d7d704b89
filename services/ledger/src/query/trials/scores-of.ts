import { sql, type Kysely } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { squaresOf, unitOf, unitSumsIn } from './sums-by-arm.ts';
import type { TrialArmName, TrialQuery, UnitSums } from './trial-query.ts';
import { isOwn } from './trial-rows.ts';

/**
 * What people said of the answers of each arm: how many scores there are (x), and their sum (y), where −1 counts as 0 and 1 as 1, so that quotients of two means say something.
 */
export async function scoresOf(
  kysely: Kysely<LedgerTables>,
  query: TrialQuery,
): Promise<Map<TrialArmName, UnitSums>> {
  const since = new Date(query.sinceMs).toISOString();
  const { rows } = await sql<{ arm: TrialArmName }>`select arm, ${squaresOf('feedback')}
    from (
      select f.variant as arm, ${unitOf(query.unit)} as unit, count(*)::float8 as feedback_x,
        sum((f.score + 1) / 2) as feedback_y
      from ledger.feedback f
        join ledger.usage r on r.at = f.usage_at and r.id = f.usage_id
        join ledger.dimension d on d.id = r.dimension
      where f.ab_test = ${query.test} and f.ab_test <> '' and f.usage_at >= ${since}::timestamptz
        and f.variant in ('base', 'variant') and ${isOwn(query)}
      group by 1, 2
    ) u
    group by arm`.execute(kysely);
  return new Map(rows.map((row) => [row.arm, unitSumsIn(row, 'feedback')]));
}
