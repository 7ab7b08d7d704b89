import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The uid of the organization that a fact belongs to, since another organization may get its name. Rows of before have none: which
 * organization of that name they were of can't be told any more, so that nobody below platform_admin sees them.
 */
export const organizationUids: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table admin.access_requests add column organization_uid text`.execute(db);
    await sql`alter table admin.logins add column organization_uid text`.execute(db);
    // What a deleted organization asked for must not keep another one of its name from asking.
    await sql`drop index admin.access_requests_coalesce_tier_id_coalesce1_coalesce2_idx`.execute(
      db,
    );
    await sql`create unique index access_requests_pending on admin.access_requests
      (coalesce(organization_id, ''), coalesce(organization_uid, ''), tier_id,
        coalesce(team_id, ''), coalesce(user_id, ''))
      where status = 'pending'`.execute(db);
  },
};
