import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The uid of the organization that an entry is of, since another organization may get its name. Entries of before have none: below
 * platform_admin they are shown by name, and only those that were recorded after the reader's organization was created.
 */
export const auditOrganizationUids: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table admin.audit_entries add column organization_uid text`.execute(db);
    await sql`create index on admin.audit_entries (organization_uid, seq)`.execute(db);
    await sql`alter table admin.audit_intents add column organization_uid text`.execute(db);
    await sql`alter table admin.audit_seen
      add column organization_id text,
      add column organization_uid text`.execute(db);
  },
};
