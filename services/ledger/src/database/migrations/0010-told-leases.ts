import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when sessions count what they lease, and by which limit they refused requests last. */
export const toldLeases: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ledger.lease
      add column since timestamptz,
      add column refused_at numeric`.execute(db);
  },
};
