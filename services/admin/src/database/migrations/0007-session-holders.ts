import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whose each session is, and what proves that a token that was used up is one of it. Sessions that lack them end: sign in again. */
export const sessionHolders: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`delete from admin.sessions`.execute(db);
    await sql`alter table admin.sessions
      add column holder text not null,
      add column family_hash text not null`.execute(db);
    await sql`create index on admin.sessions (holder, expires_at)`.execute(db);
  },
};
