import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What people decided, until the admin service has it in its audit log. It outlives the execution. */
export const decisions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table workflow.decision (
      id text primary key,
      record jsonb not null
    )`.execute(db);
    await sql`grant select, insert, delete on workflow.decision to aicp_workflow`.execute(db);
  },
};
