import type { Floor, ProcessParts } from '@aicp/api-kit/service/service';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import type { BudgetConfig } from './config.ts';
import type { BudgetTables } from './database/tables.ts';

/** What a budget service is given by the process that it runs in. */
export interface BudgetDeps extends ProcessParts {
  /** By which tokens of pods are checked. */
  readonly api: Pick<KubernetesApi, 'read'>;
  /** Where snapshots come from. */
  readonly snapshots: Pick<PollClient, 'poll' | 'close'>;
}

/** What the features of this service are made from, before any of them exists. */
export interface BudgetFloor extends Floor<BudgetTables>, BudgetDeps {
  readonly config: BudgetConfig;
}
