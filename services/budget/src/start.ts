import { defineService } from '@aicp/api-kit/service/service';
import { startService, type RunningService } from '@aicp/api-kit/service/start-service';
import { ABOUT } from './about.ts';
import type { BudgetDeps } from './budget-floor.ts';
import type { BudgetConfig } from './config.ts';
import { MIGRATIONS } from './database/migrations/index.ts';
import { BUDGET_ROLE, BUDGET_SCHEMA, type BudgetTables } from './database/tables.ts';
import { budgetFeatures } from './features.ts';

export type RunningBudget = RunningService;

/**
 * Starts a budget service; resolves when it listens and has a snapshot, or has looked for one in vain. The database may come later. Rejects
 * where a port or the data directory can't be used.
 */
export async function startBudget(config: BudgetConfig, deps: BudgetDeps): Promise<RunningBudget> {
  const service = defineService<BudgetTables>({
    name: 'budget',
    about: ABOUT,
    database: { schema: BUDGET_SCHEMA, role: BUDGET_ROLE, migrations: MIGRATIONS },
    open: (floor) => budgetFeatures({ ...floor, ...deps, config }),
  });
  return await startService(service, config, deps);
}
