import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Access may be asked for a key. Of a key that names no person, requests of before named the key as if it were one: those that wait for a decision become the
 * key's own.
 */
export const accessRequestTargets: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table admin.access_requests add column key_id text`.execute(db);
    await sql`alter table admin.access_requests
      drop constraint access_requests_check,
      add constraint access_requests_target check (num_nonnulls(team_id, user_id, key_id) = 1)`.execute(
      db,
    );
    await sql`drop index admin.access_requests_pending`.execute(db);
    await sql`update admin.access_requests set key_id = user_id, user_id = null
      where status = 'pending' and user_id = requested_by_key and user_id = requested_by`.execute(
      db,
    );
    await sql`create unique index access_requests_pending on admin.access_requests
      (coalesce(organization_id, ''), coalesce(organization_uid, ''), tier_id, coalesce(team_id, ''), coalesce(user_id, ''), coalesce(key_id, ''))
      where status = 'pending'`.execute(db);
  },
};
