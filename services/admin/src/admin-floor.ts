import type { Floor, ProcessParts } from '@aicp/api-kit/service/service';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import type { EventsDatabase } from '@aicp/events/database/tables';
import type { AdminConfig } from './config.ts';
import type { WorkflowEngine } from './executions/workflow-engine.ts';
import type { LimitCounts } from './kinds/rate-limit-policy/gateway-counts.ts';
import type { ChatGateway } from './playground/chat-gateway.ts';
import type { OpenLedger } from './spend/ledger/open-ledger.ts';
import type { AdminTables } from './database/tables.ts';

/** What an admin service is given by the process that it runs in. */
export interface AdminDeps extends ProcessParts {
  readonly api: KubernetesApi;
  /** Where snapshots come from. */
  readonly snapshots: Pick<PollClient, 'poll' | 'replicas' | 'close'>;
  /** How the counters of limits stand; absent: nobody can be asked. */
  readonly counts?: LimitCounts | undefined;
  /** Where chats of the playground are sent; absent: there is none. */
  readonly playground?: ChatGateway | undefined;
  /** Where executions of workflows are asked for; absent: there is no such service. */
  readonly workflows?: WorkflowEngine | undefined;
}

/** What the features of this service are made from, before any of them exists. */
export interface AdminFloor extends Floor<AdminTables>, AdminDeps {
  readonly config: AdminConfig;
  /** Undefined where there is none: no service brings facts in. */
  readonly ledger: OpenLedger | undefined;
  /** The outbox: closed when the service stops. */
  readonly events: EventsDatabase;
}
