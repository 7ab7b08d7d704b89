import { defineService } from '@aicp/api-kit/service/service';
import { startService, type RunningService } from '@aicp/api-kit/service/start-service';
import { ABOUT } from './about.ts';
import type { WorkflowConfig } from './config.ts';
import { MIGRATIONS } from './database/migrations/index.ts';
import { WORKFLOW_ROLE, WORKFLOW_SCHEMA, type WorkflowTables } from './database/tables.ts';
import { workflowFeatures } from './features.ts';
import type { WorkflowDeps } from './workflow-floor.ts';

export type RunningWorkflow = RunningService;

/**
 * Starts a workflow engine, of which a process has at most one; resolves when it listens and has a snapshot, or has looked for one in vain. The database may come later. Rejects
 * where a port or the data directory can't be used.
 */
export async function startWorkflow(
  config: WorkflowConfig,
  deps: WorkflowDeps,
): Promise<RunningWorkflow> {
  const service = defineService<WorkflowTables>({
    name: 'workflow',
    about: ABOUT,
    database: { schema: WORKFLOW_SCHEMA, role: WORKFLOW_ROLE, migrations: MIGRATIONS },
    open: (floor) => workflowFeatures({ ...floor, ...deps, config }),
  });
  return await startService(service, config, deps);
}
