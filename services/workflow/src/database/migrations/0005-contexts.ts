import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The context of A2A that an execution is a task of. */
export const contexts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table workflow.execution add column context_id text`.execute(db);
  },
};
