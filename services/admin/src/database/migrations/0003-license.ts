import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The latest moment that this installation has seen, so that a clock which was set back makes no license younger. */
export const license: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.license_clock (
      id int primary key check (id = 1),
      seen_until timestamptz not null
    )`.execute(db);
    await sql`grant select, insert, update on admin.license_clock to aicp_admin`.execute(db);
  },
};
