import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where each session was begun, so that its holder knows which it is; and what makes its next refresh token from the one before. */
export const sessionOrigins: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table admin.sessions
      add column address text,
      add column agent text,
      add column salt text`.execute(db);
  },
};
