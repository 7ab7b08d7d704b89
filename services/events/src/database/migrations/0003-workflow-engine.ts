import { makeRole } from '@aicp/common/database/run-migrations';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const ROLE = 'aicp_workflow';

/** The workflow engine writes events in its own transactions, too. */
export const workflowEngine: Migration = {
  up: async (db: Kysely<unknown>) => {
    await makeRole(db, ROLE);
    await sql`grant usage on schema events to ${sql.id(ROLE)}`.execute(db);
    await sql`grant select, insert on events.event to ${sql.id(ROLE)}`.execute(db);
    await sql`grant select on events.past_event to ${sql.id(ROLE)}`.execute(db);
  },
};
