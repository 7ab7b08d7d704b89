import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who says which user a request is of: '' stands for its key, of rows of before too. */
export const claimedUsers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ledger.dimension add column user_from text not null default ''`.execute(
      db,
    );
  },
};
