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
import type { AuditDraft } from '../audit-entry.ts';

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

/** A draft that says little. */
export const draftOf = (changes: Partial<AuditDraft> = {}): AuditDraft => ({
  organization_id: null,
  organization_uid: null,
  user_id: 'ada',
  key_id: null,
  action: 'update',
  resource_type: 'model',
  resource_id: 'gpt-4o',
  changes: null,
  source: 'api',
  ip: '192.0.2.1',
  request_id: 'r-1',
  ...changes,
});
