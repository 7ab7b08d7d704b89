import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tokens that were given back, and who signed in when. */
export const access: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.denied_tokens (
      jti text primary key,
      expires_at timestamptz not null
    )`.execute(db);
    await sql`create index on admin.denied_tokens (expires_at)`.execute(db);
    await sql`create table admin.logins (
      user_id text not null,
      organization_id text not null,
      email text,
      last_login_at timestamptz not null,
      primary key (organization_id, user_id)
    )`.execute(db);
    await sql`grant select, insert, delete on admin.denied_tokens to aicp_admin`.execute(db);
    await sql`grant select, insert, update on admin.logins to aicp_admin`.execute(db);
  },
};
