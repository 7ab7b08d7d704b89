import type { Floor, ProcessParts } from '@aicp/api-kit/service/service';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import type { WorkflowConfig } from './config.ts';
import type { WorkflowTables } from './database/tables.ts';

/** What a workflow engine gets from the process that it runs in. */
export interface WorkflowDeps extends ProcessParts {
  /** Asks the operator for snapshots; closed when the service stops. */
  readonly snapshots: Pick<PollClient, 'poll' | 'close'>;
}

/** What the features of the workflow engine stand on. */
export type WorkflowFloor = Floor<WorkflowTables> &
  WorkflowDeps & { readonly config: WorkflowConfig };
