import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Decisions are read page by page, mostly by one organization, and one by its id. */
export const decisionsFound: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index decision_organization on ledger.decision (organization, at, id)`.execute(
      db,
    );
    await sql`create index decision_id on ledger.decision (id)`.execute(db);
  },
};
