import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whom providers bill: '' stands for the platform, of rows of before too. Of tags, what organizations pay is a part of the cost. */
export const payers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ledger.dimension add column payer text not null default ''`.execute(db);
    await sql`alter table ledger.tag_quarter
      add column own_cost_nano numeric not null default 0`.execute(db);
  },
};
