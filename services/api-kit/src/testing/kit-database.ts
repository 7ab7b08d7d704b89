import { openDatabase, type Database } from '@aicp/common/database/open-database';
import type { TestEngine } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { auditMigration } from '../audit/audit-migration.ts';
import type { AuditTables } from '../audit/audit-tables.ts';
import {
  idempotencyMigration,
  type IdempotencyTables,
} from '../idempotency/records/idempotency-tables.ts';

export type KitDatabase = Database<AuditTables & IdempotencyTables>;

const PLACE = { schema: 'kit', role: 'aicp_kit' };

/** An empty database with the tables that the kit brings along. `stop` closes it and takes it away. */
export async function startKitDatabase(
  engine: TestEngine,
): Promise<{ readonly database: KitDatabase; readonly stop: () => Promise<void> }> {
  const home = await engine.start();
  const database: KitDatabase = await openDatabase<AuditTables & IdempotencyTables>({
    ...PLACE,
    location: home.location,
    migrations: {
      '0001-audit': auditMigration(PLACE),
      '0002-idempotency': idempotencyMigration(PLACE),
    },
    clock: systemClock,
    random: Math.random,
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  await database.migrated();
  const stop = async () => {
    await database.close();
    await home.stop();
  };
  return { database, stop };
}
