import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What of leases is in use, and who waits for more. */
export const soughtLeases: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ledger.lease
      add column in_use numeric not null default 0,
      add column lacking_since timestamptz`.execute(db);
  },
};
