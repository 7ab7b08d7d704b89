import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The very organization and team that an execution belongs to, so that others that take their names see none of it. What was started before belongs to nobody but the platform's administrators, where it
 * was an organization's: nobody can tell which one of that name.
 */
export const ownerUids: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table workflow.execution add column organization_uid text,
      add column team_uid text`.execute(db);
    await sql`update workflow.execution set organization_uid = '',
      team_uid = case when team = '' then '' end where organization = ''`.execute(db);
    await sql`create index on workflow.execution (organization_uid, id)`.execute(db);
    await sql`drop index workflow.execution_organization_id_idx`.execute(db);
  },
};
