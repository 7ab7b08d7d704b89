import { openDatabase, type DatabaseOptions } from '@aicp/common/database/open-database';
import { EVENTS_ROLE, EVENTS_SCHEMA } from './events-place.ts';
import { EVENTS_MIGRATIONS } from './migrations/index.ts';
import type { EventsDatabase } from './tables.ts';

/** Of a server. Whoever opens it has tables of its own as well. */
const CONNECTIONS = 4;

/**
 * Opens the outbox, in a schema of its own in the database of the services. Whoever comes first makes the tables. Every service that writes events has to open it,
 * since its own transactions need them. Until the database is there, and migrated, queries reject with DatabaseUnavailable.
 */
export async function openEvents(
  parts: Pick<DatabaseOptions, 'location' | 'clock' | 'random' | 'log'>,
): Promise<EventsDatabase> {
  return await openDatabase({
    ...parts,
    schema: EVENTS_SCHEMA,
    role: EVENTS_ROLE,
    migrations: EVENTS_MIGRATIONS,
    connections: CONNECTIONS,
  });
}
