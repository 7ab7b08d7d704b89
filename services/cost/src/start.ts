import { defineService } from '@aicp/api-kit/service/service';
import { startService, type RunningService } from '@aicp/api-kit/service/start-service';
import { LEDGER_READER } from '@aicp/ledger/database/migrations/ledger-place';
import { LEDGER_DATABASE } from '@aicp/ledger/database/open-ledger-reader';
import type { LedgerTables } from '@aicp/ledger/database/tables';
import { ABOUT } from './about.ts';
import type { CostConfig } from './config.ts';
import type { CostDeps } from './cost-floor.ts';
import { costFeatures } from './features.ts';

export type RunningCost = RunningService;

/**
 * Starts a cost service; resolves when it listens and has a snapshot, or has looked for one in vain. The database may come later. Rejects where a port or the data directory
 * can't be used.
 */
export async function startCost(config: CostConfig, deps: CostDeps): Promise<RunningCost> {
  const service = defineService<LedgerTables>({
    name: 'cost',
    about: ABOUT,
    database: { ...LEDGER_DATABASE, role: LEDGER_READER },
    open: (floor) => costFeatures({ ...floor, ...deps, config }),
  });
  return await startService(service, config, deps);
}
