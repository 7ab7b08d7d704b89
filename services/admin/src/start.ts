import { defineService } from '@aicp/api-kit/service/service';
import { startService, type RunningService } from '@aicp/api-kit/service/start-service';
import { openEvents } from '@aicp/events/database/open-events';
import type { AdminDeps } from './admin-floor.ts';
import type { AdminConfig } from './config.ts';
import { MIGRATIONS } from './database/migrations/index.ts';
import { ADMIN_ROLE, ADMIN_SCHEMA, type AdminTables } from './database/tables.ts';
import { adminFeatures } from './features.ts';
import { openLedger } from './spend/ledger/open-ledger.ts';
import { ABOUT } from './version.ts';

export type RunningAdmin = RunningService;

/**
 * Starts an admin service; resolves when it listens and has a snapshot, or has looked for one in vain. The database and the Kubernetes
 * API may come later. Rejects where a port or the data directory can't be used.
 */
export async function startAdmin(config: AdminConfig, deps: AdminDeps): Promise<RunningAdmin> {
  const service = defineService<AdminTables>({
    name: 'admin',
    about: ABOUT,
    database: { schema: ADMIN_SCHEMA, role: ADMIN_ROLE, migrations: MIGRATIONS },
    open: async (floor) => {
      const ledger = config.hasLedger ? await openLedger(floor) : undefined;
      const events = await openEvents(floor);
      return adminFeatures({ ...floor, ...deps, config, ledger, events });
    },
  });
  return await startService(service, config, deps);
}
