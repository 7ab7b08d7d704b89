import { sql, type Kysely } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { squaresOf, unitSumsIn } from './sums-by-arm.ts';
import type { TrialArmName, TrialQuery, UnitSums } from './trial-query.ts';
import { isOwn } from './trial-rows.ts';
import { UNITS } from './unit-of.ts';

/**
 * What people said of the answers of each arm: how many scores there are (x), and their sum (y), where −1 counts as 0 and 1 as 1, so that quotients of two means say something. All scores are read each
 * time: there are few, and the last one that somebody gives takes the place of the one before.
 */
export async function scoresOf(
  kysely: Kysely<LedgerTables>,
  query: TrialQuery,
): Promise<Map<TrialArmName, UnitSums>> {
  const since = new Date(query.sinceMs).toISOString();
  const unit = query.unit === 'request' ? sql`f.usage_id::text` : UNITS[query.unit];
  const { rows } = await sql<{ arm: TrialArmName }>`select arm, ${squaresOf('feedback')}
    from (
      select f.variant as arm, ${unit} as unit, count(*)::float8 as feedback_x,
        sum((f.score + 1) / 2) as feedback_y
      from (
        -- Feedback that an earlier release found the request of says no dimension.
        select *, coalesce(dimension, (
          select r.dimension from ledger.usage r where r.at = usage_at and r.id = usage_id
        )) as of_dimension
        from ledger.feedback
        where ab_test = ${query.test} and ab_test <> '' and is_known and usage_at >= ${since}::timestamptz
          and variant in ('base', 'variant')
      ) f
        join ledger.dimension d on d.id = f.of_dimension
      where ${isOwn(query)}
      group by 1, 2
    ) u
    group by arm`.execute(kysely);
  return new Map(rows.map((row) => [row.arm, unitSumsIn(row, 'feedback')]));
}
