import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Requests of an A/B test are read again and again while it runs; most requests are of none. */
export const abtestUsage: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index usage_ab_test on ledger.usage (ab_test, at) where ab_test <> ''`.execute(
      db,
    );
  },
};
