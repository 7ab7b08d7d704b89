import { openDatabase, shareable } from '@aicp/common/database/open-database';
import type { TestEngine } from '@aicp/common/database/testing/engines';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { openOutbox } from '@aicp/events/testing/events-home';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';
import { openLedger } from '@aicp/ledger/testing/ledger-home';
import { MIGRATIONS } from '../../database/migrations/index.ts';
import {
  ADMIN_ROLE,
  ADMIN_SCHEMA,
  type AdminDatabase,
  type AdminTables,
} from '../../database/tables.ts';

/** The tables that SLAs need: of the admin service, of the outbox and of the ledger. */
export interface SlaHome {
  readonly admin: AdminDatabase;
  readonly outbox: EventsDatabase;
  readonly ledger: LedgerDatabase;
  readonly stop: () => Promise<void>;
}

/** Empty ones in one database. `stop` closes it and takes it away. */
export async function startSlaHome(engine: TestEngine): Promise<SlaHome> {
  const home = await engine.start();
  const parts = { clock: systemClock, random: Math.random, log: recordingLog().log };
  const location = shareable(home.location, parts);
  const outbox = await openOutbox(location);
  const ledger = await openLedger(location);
  const admin = await openDatabase<AdminTables>({
    ...parts,
    ...{ schema: ADMIN_SCHEMA, role: ADMIN_ROLE, migrations: MIGRATIONS, location },
  });
  await admin.migrated();
  const stop = async () => {
    for (const database of [admin, ledger, outbox]) await database.close();
    await home.stop();
  };
  return { admin, outbox, ledger, stop };
}
