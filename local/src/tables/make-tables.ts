import { openDatabase, type DatabaseLocation } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { MIGRATIONS as ADMIN } from '@aicp/admin/database/migrations/index';
import { ADMIN_ROLE, ADMIN_SCHEMA } from '@aicp/admin/database/tables';
import { MIGRATIONS as BUDGET } from '@aicp/budget/database/migrations/index';
import { BUDGET_ROLE, BUDGET_SCHEMA } from '@aicp/budget/database/tables';
import { openEvents } from '@aicp/events/database/open-events';
import { LEDGER_DATABASE, openLedgerReader } from '@aicp/ledger/database/open-ledger-reader';
import { MIGRATIONS as WORKFLOW } from '@aicp/workflow/database/migrations/index';
import {
  WORKFLOW_ROLE,
  WORKFLOW_SCHEMA,
  type WorkflowTables,
} from '@aicp/workflow/database/tables';
import { makeRuntimeTables } from '@aicp/workflow/runtime/runtime-tables';

/**
 * Runs the migrations of all services in a directory that they share, and those of the workflow engine's library. Nothing else is written: no key, no password (the roles have none, nobody can
 * log in as them) and no row but what was migrated. Rejects where a migration fails.
 */
export async function makeTables(location: DatabaseLocation, log: Logger): Promise<void> {
  const parts = { location, log, clock: systemClock, random: Math.random };
  const databases = [
    await openDatabase({
      ...parts,
      ...{ schema: ADMIN_SCHEMA, role: ADMIN_ROLE, migrations: ADMIN },
    }),
    await openDatabase({ ...parts, ...LEDGER_DATABASE }),
    await openLedgerReader(parts),
    await openEvents(parts),
    await openDatabase({
      ...parts,
      ...{ schema: BUDGET_SCHEMA, role: BUDGET_ROLE, migrations: BUDGET },
    }),
  ];
  const workflow = await openDatabase<WorkflowTables>({
    ...parts,
    ...{ schema: WORKFLOW_SCHEMA, role: WORKFLOW_ROLE, migrations: WORKFLOW },
  });
  try {
    await Promise.all([...databases, workflow].map((database) => database.migrated()));
    await makeRuntimeTables(workflow, log);
  } finally {
    for (const database of [...databases, workflow]) await database.close();
  }
}
