import type { Floor, ProcessParts } from '@aicp/api-kit/service/service';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import type { LedgerTables } from '@aicp/ledger/database/tables';
import type { CostConfig } from './config.ts';

/** What a cost service gets from the process that it runs in. */
export interface CostDeps extends ProcessParts {
  /** Asks the operator for snapshots; closed when the service stops. */
  readonly snapshots: Pick<PollClient, 'poll' | 'close'>;
}

/** What the features of the cost service stand on. */
export type CostFloor = Floor<LedgerTables> & CostDeps & { readonly config: CostConfig };
