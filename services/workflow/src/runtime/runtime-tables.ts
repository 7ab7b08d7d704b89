import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { ensureSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database';
import { sql } from 'kysely';
import { RUNTIME_SCHEMA, WORKFLOW_ROLE, type WorkflowTables } from '../database/tables.ts';
import { libraryPool } from './library-pool.ts';
import { quietLogger } from './quiet-logger.ts';

/** Whether the runtime's library is told of changes by the database; its tables have triggers for it then. */
export const USES_LISTEN = false;
/** The library takes its own logger alone, and calls of it what ours has. */
type Wanted = Parameters<typeof ensureSystemDatabase>[1];

/** In a directory of our own, nobody else's tables stand: the library makes its own under our role. */
export async function letRoleMigrate(
  database: Pick<Database<WorkflowTables>, 'asOwner'>,
): Promise<void> {
  await database.asOwner(async (owner) => {
    await sql`grant create on database postgres to ${sql.id(WORKFLOW_ROLE)}`.execute(owner);
  });
}

/** Makes the tables of the runtime's library as its start does, in a directory whose migrations have run, and writes nothing else. Rejects with what fails. */
export async function makeRuntimeTables(
  database: Pick<Database<WorkflowTables>, 'asOwner' | 'ungatedPool'>,
  log: Logger,
): Promise<void> {
  await letRoleMigrate(database);
  const logger = quietLogger(log) as unknown as Wanted;
  const pool = libraryPool(database.ungatedPool, 1);
  await ensureSystemDatabase('', logger, pool, RUNTIME_SCHEMA, USES_LISTEN);
}
