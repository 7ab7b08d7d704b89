import { openDatabase, type DatabaseLocation } from '@aicp/common/database/open-database';
import type { TestEngine } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { MIGRATIONS } from '../../database/migrations/index.ts';
import {
  ADMIN_ROLE,
  ADMIN_SCHEMA,
  type AdminDatabase,
  type AdminTables,
} from '../../database/tables.ts';
import { dropMonth, listMonths } from '@aicp/api-kit/audit/months';

/** The service's database at a place of the tests'. */
export async function openAdminDatabase(location: DatabaseLocation): Promise<AdminDatabase> {
  const database = await openDatabase<AdminTables>({
    location,
    schema: ADMIN_SCHEMA,
    role: ADMIN_ROLE,
    migrations: MIGRATIONS,
    clock: systemClock,
    random: Math.random,
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  await database.migrated();
  return database;
}

/** An empty database of the service on an engine. `stop` closes it and takes it away. */
export async function startAdminDatabase(
  engine: TestEngine,
): Promise<{ readonly database: AdminDatabase; readonly stop: () => Promise<void> }> {
  const home = await engine.start();
  const database = await openAdminDatabase(home.location);
  const stop = async () => {
    await database.close();
    await home.stop();
  };
  return { database, stop };
}

/** Drops what earlier tests wrote, as only the owner can. */
export async function emptyAuditLog(database: AdminDatabase): Promise<void> {
  await database.asOwner(async (owner) => {
    const { schema } = database;
    for (const month of await listMonths(owner, schema)) await dropMonth(owner, { schema, month });
  });
  await database.kysely.deleteFrom('audit_intents').execute();
  await database.kysely.deleteFrom('audit_seen').execute();
}
