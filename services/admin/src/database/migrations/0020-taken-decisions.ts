import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which decisions of the workflow engine stand in the audit log already. */
export const takenDecisions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table admin.taken_decisions (
      id text primary key,
      taken_at timestamptz(3) not null
    )`.execute(db);
    await sql`grant select, insert, delete on admin.taken_decisions to aicp_admin`.execute(db);
  },
};
