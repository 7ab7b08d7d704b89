import {
  openDatabase,
  shareable,
  type DatabaseLocation,
} from '@aicp/common/database/open-database';
import type { TestEngine } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { openOutbox } from '@aicp/events/testing/events-home';
import { MIGRATIONS } from '../../database/migrations/index.ts';
import {
  ADMIN_ROLE,
  ADMIN_SCHEMA,
  type AdminDatabase,
  type AdminTables,
} from '../../database/tables.ts';
import { dropMonth, listMonths } from '@aicp/api-kit/audit/months';

const PARTS = {
  clock: systemClock,
  random: Math.random,
  log: createLogger({ service: 'test', level: 'silent' }),
};

/** The service's database at a place of the tests'. */
export async function openAdminDatabase(location: DatabaseLocation): Promise<AdminDatabase> {
  const database = await openDatabase<AdminTables>({
    ...PARTS,
    location,
    schema: ADMIN_SCHEMA,
    role: ADMIN_ROLE,
    migrations: MIGRATIONS,
  });
  await database.migrated();
  return database;
}

/** An empty database of the service on an engine, and the outbox beside it. `stop` closes them and takes them away. */
export async function startAdminDatabase(engine: TestEngine): Promise<{
  readonly database: AdminDatabase;
  readonly events: EventsDatabase;
  readonly stop: () => Promise<void>;
}> {
  const home = await engine.start();
  const location = shareable(home.location, PARTS);
  const database = await openAdminDatabase(location);
  const events = await openOutbox(location);
  const stop = async () => {
    await events.close();
    await database.close();
    await home.stop();
  };
  return { database, events, stop };
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
