import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDatabase, type Verification } from '@aicp/api-kit/audit/verify-chain';
import { MIGRATIONS } from '@aicp/admin/database/migrations/index';
import { ADMIN_ROLE, ADMIN_SCHEMA, type AdminTables } from '@aicp/admin/database/tables';
import { openDatabase, type DatabaseLocation } from '@aicp/common/database/open-database';
import { DirectoryInUse } from '@aicp/common/database/pglite/directory-lock';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { UserError } from '../cli/command.ts';

const PATIENCE_MS = 20_000;

/** Walks the chain in a database, with the service's own code and under the service's own role. Throws a UserError where the database is in use. */
export async function verifyOffline(
  location: DatabaseLocation,
  { publicKey }: { publicKey: string | undefined },
): Promise<Verification> {
  const database = await opened(location);
  try {
    const answers = await Promise.race([
      database.migrated().then(() => true),
      systemClock.sleep(PATIENCE_MS).then(() => false),
    ]);
    if (!answers) throw new UserError('the database does not answer');
    return await verifyDatabase(database.kysely, () => Promise.resolve(publicKey));
  } finally {
    await database.close();
  }
}

async function opened(location: DatabaseLocation) {
  // Opening a folder that holds no database makes one.
  if ('directory' in location && !existsSync(join(location.directory, 'data'))) {
    throw new UserError(`there is no database in ${location.directory}`);
  }
  try {
    return await openDatabase<AdminTables>({
      location,
      schema: ADMIN_SCHEMA,
      role: ADMIN_ROLE,
      migrations: MIGRATIONS,
      clock: systemClock,
      random: Math.random,
      log: createLogger({ service: 'audit', level: 'silent' }),
    });
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new UserError(`${error.message}: stop it, or leave --database-dir out`, { cause: error });
  }
}
