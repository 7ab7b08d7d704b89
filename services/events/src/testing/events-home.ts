import type { DatabaseLocation } from '@aicp/common/database/open-database';
import type { TestDatabase, TestEngine } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { openEvents } from '../database/open-events.ts';
import type { EventsDatabase } from '../database/tables.ts';

const PARTS = {
  clock: systemClock,
  random: Math.random,
  log: createLogger({ service: 'test', level: 'silent' }),
};

/** The outbox of a location. */
export async function openOutbox(location: DatabaseLocation): Promise<EventsDatabase> {
  const database = await openEvents({ ...PARTS, location });
  await database.migrated();
  return database;
}

/** An empty outbox. `stop` closes it and takes it away. */
export async function startOutbox(engine: TestEngine): Promise<{
  readonly database: EventsDatabase;
  readonly home: TestDatabase;
  readonly stop: () => Promise<void>;
}> {
  const home = await engine.start();
  const database = await openOutbox(home.location);
  const stop = async () => {
    await database.close();
    await home.stop();
  };
  return { database, home, stop };
}
