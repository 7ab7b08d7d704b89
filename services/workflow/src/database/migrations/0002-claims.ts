import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who runs an execution, and what open executions are counted by. */
export const claims: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table workflow.execution add column claim text`.execute(db);
    await sql`create index on workflow.execution (organization, is_anonymous)
      where status in ('pending', 'running', 'waiting')`.execute(db);
  },
};
