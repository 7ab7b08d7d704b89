import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When each finding was found out last: what nobody finds out any more is not known. */
export const findingTimes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table admin.finding add column found_at timestamptz not null default now()`.execute(
      db,
    );
  },
};
