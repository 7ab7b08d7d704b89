import { LIMITS } from '@aicp/api-kit/access/caller-limits';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { createLogger } from '@aicp/common/log/logger';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { systemClock } from '@aicp/common/time/clock';
import { WORKFLOW_BOUNDS } from '@aicp/workflow/config';
import { startWorkflow, type RunningWorkflow } from '@aicp/workflow/start';
import type { Tokens } from '../data/secrets.ts';
import type { ControlEnvironment } from './environment.ts';

const HOST = '127.0.0.1';

/** Starts the workflow engine of this installation. */
export async function executeWorkflows(options: {
  environment: ControlEnvironment;
  /** Shared with the other services of this process. */
  database: DatabaseLocation;
  directory: string;
  tokens: Pick<Tokens, 'workflow' | 'steps' | 'executions'>;
}): Promise<RunningWorkflow> {
  const { environment, database, directory, tokens } = options;
  const { AICP_WORKFLOW_PORT: port, AICP_SNAPSHOT_PORT: snapshots } = environment;
  return await startWorkflow(
    {
      host: HOST,
      port,
      metricsPort: undefined,
      publicUrl: `http://${HOST}:${port}`,
      trustedProxies: [],
      corsOrigins: [],
      database,
      dataDirectory: directory,
      bootDirectory: undefined,
      instance: 'workflow-0',
      requireAuth: environment.AICP_REQUIRE_AUTH === 'true',
      gatewayUrl: `http://${HOST}:${environment.AICP_GATEWAY_PORT}`,
      gatewayCa: undefined,
      secret: () => tokens.steps,
      adminSecret: () => tokens.executions,
      // What `http` steps of a trial ask stands on this machine too; organizations are kept from what else does.
      egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
      limits: LIMITS,
      bounds: WORKFLOW_BOUNDS,
    },
    {
      snapshots: new PollClient({
        operatorUrl: `http://${HOST}:${snapshots}`,
        token: () => Promise.resolve(tokens.workflow),
      }),
      log: createLogger({ service: 'workflow', level: environment.AICP_LOG_LEVEL }),
      clock: systemClock,
      random: Math.random,
    },
  );
}
