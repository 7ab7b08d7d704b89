import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Limits of which something was told in a period that is not over, or whose end was not told yet. */
export const told: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table budget.told (
      uid text not null,
      subject text not null,
      budget_id text not null,
      entity_id text,
      organization text not null,
      starts_at timestamptz(3) not null,
      ends_at timestamptz(3) not null,
      primary key (uid, subject)
    )`.execute(db);
    await sql`create index on budget.told (ends_at)`.execute(db);
    await sql`grant select, insert, update, delete on budget.told to aicp_budget`.execute(db);
  },
};
