import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The key that something was done with, beside the person whom it names. Entries of before have none. */
export const auditKeys: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table admin.audit_entries add column key_id text`.execute(db);
    await sql`alter table admin.audit_intents add column key_id text`.execute(db);
  },
};
