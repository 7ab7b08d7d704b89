import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Requests that were sent with an Idempotency-Key, for a day; their answers are sealed. */
export const idempotency: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.idempotent_requests (
      id text primary key,
      caller text not null,
      fingerprint text not null,
      secret_id text not null,
      state text not null check (state in ('running', 'writing', 'done')),
      holder text not null,
      lease_until timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      answer text
    )`.execute(db);
    await sql`create index on admin.idempotent_requests (caller, expires_at)`.execute(db);
    await sql`create index on admin.idempotent_requests (expires_at)`.execute(db);
    await sql`grant select, insert, update, delete on admin.idempotent_requests to aicp_admin`.execute(
      db,
    );
  },
};
