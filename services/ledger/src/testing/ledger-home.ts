import { openDatabase, type DatabaseLocation } from '@aicp/common/database/open-database';
import type { TestDatabase, TestEngine } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { LEDGER_DATABASE } from '../database/open-ledger-reader.ts';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';

export const PARTS = {
  clock: systemClock,
  random: Math.random,
  log: createLogger({ service: 'test', level: 'silent' }),
};

/** The ledger of a location, as whoever brings facts in opens it. */
export async function openLedger(location: DatabaseLocation): Promise<LedgerDatabase> {
  const database = await openDatabase<LedgerTables>({ ...PARTS, ...LEDGER_DATABASE, location });
  await database.migrated();
  return database;
}

/** An empty ledger. `stop` closes it and takes it away. */
export async function startLedger(engine: TestEngine): Promise<{
  readonly database: LedgerDatabase;
  readonly home: TestDatabase;
  readonly stop: () => Promise<void>;
}> {
  const home = await engine.start();
  const database = await openLedger(home.location);
  const stop = async () => {
    await database.close();
    await home.stop();
  };
  return { database, home, stop };
}
