import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The key that access was asked for with, since the person whom a key names is a claim. Rows of before have none. */
export const accessRequestKeys: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table admin.access_requests add column requested_by_key text`.execute(db);
  },
};
