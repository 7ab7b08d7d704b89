import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Whether a number names a combination is looked at where sums of days grow. Those of hours and quarter-hours grow in the same transaction by the same numbers, and looking for
 * each of their new rows again would take as long as writing it.
 */
export const lighterSums: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['usage_quarter', 'usage_hour']) {
      await sql`alter table ${sql.id('ledger', table)}
        drop constraint if exists ${sql.id(`${table}_dimension_fkey`)}`.execute(db);
    }
  },
};
