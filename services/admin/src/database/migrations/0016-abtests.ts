import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was found out of A/B tests at the last look. */
export const abtests: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.abtest_result (
      uid text primary key,
      name text not null,
      at timestamptz(3) not null,
      split_percent float8 not null,
      split_since timestamptz(3) not null,
      results jsonb not null,
      recommended text
    )`.execute(db);
    await sql`grant select, insert, update, delete on admin.abtest_result to aicp_admin`.execute(
      db,
    );
  },
};
