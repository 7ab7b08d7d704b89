import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What executions of each template of late are counted by, without reading the executions themselves. */
export const runCounts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table workflow.execution add column template_uid text
      generated always as (definition -> 'source' ->> 'uid') stored`.execute(db);
    await sql`create index on workflow.execution (created_at)
      include (template_uid, status)`.execute(db);
  },
};
