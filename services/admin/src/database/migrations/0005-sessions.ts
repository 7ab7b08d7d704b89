import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sessions of browsers; of their refresh tokens only hashes are kept. */
export const sessions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.sessions (
      id text primary key,
      credential text not null,
      token_hash text not null,
      previous_hash text,
      rotated_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    )`.execute(db);
    await sql`create index on admin.sessions (expires_at)`.execute(db);
    await sql`grant select, insert, update, delete on admin.sessions to aicp_admin`.execute(db);
  },
};
