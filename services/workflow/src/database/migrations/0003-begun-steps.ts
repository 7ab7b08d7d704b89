import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many steps an execution has begun, which are bounded; and what those are found by that ended long ago. */
export const begunSteps: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table workflow.execution add column begun_steps int not null default 0`.execute(
      db,
    );
    await sql`create index on workflow.execution (ended_at) where ended_at is not null`.execute(db);
  },
};
