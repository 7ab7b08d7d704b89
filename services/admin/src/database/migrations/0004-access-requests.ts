import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who asked for which access tier, and what became of it. */
export const accessRequests: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.access_requests (
      id text primary key,
      created_at timestamptz(3) not null,
      requested_by text not null,
      organization_id text,
      tier_id text not null,
      team_id text,
      user_id text,
      justification text,
      duration_days integer,
      status text not null
        check (status in ('pending', 'approved', 'denied', 'revoked', 'expired')),
      decided_by text,
      decided_at timestamptz(3),
      expires_at timestamptz(3),
      check ((team_id is null) <> (user_id is null))
    )`.execute(db);
    await sql`create index on admin.access_requests (organization_id, id)`.execute(db);
    await sql`create index on admin.access_requests (expires_at)
      where status = 'approved'`.execute(db);
    await sql`create unique index on admin.access_requests
      (coalesce(organization_id, ''), tier_id, coalesce(team_id, ''), coalesce(user_id, ''))
      where status = 'pending'`.execute(db);
    await sql`grant select, insert, update on admin.access_requests to aicp_admin`.execute(db);
  },
};
