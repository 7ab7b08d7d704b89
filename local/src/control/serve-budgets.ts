import { LIMITS } from '@aicp/api-kit/access/caller-limits';
import { startBudget, type RunningBudget } from '@aicp/budget/start';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import { createLogger } from '@aicp/common/log/logger';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { systemClock } from '@aicp/common/time/clock';
import type { Tokens } from '../data/secrets.ts';
import type { ControlEnvironment } from './environment.ts';
import type { Kubernetes } from './kubernetes.ts';

const HOST = '127.0.0.1';

/** Starts the budget service of this installation. */
export async function serveBudgets(options: {
  environment: ControlEnvironment;
  kubernetes: Kubernetes;
  /** Shared with the other services of this process. */
  database: DatabaseLocation;
  directory: string;
  tokens: Pick<Tokens, 'budget' | 'usage'>;
}): Promise<RunningBudget> {
  const { environment, kubernetes, database, directory, tokens } = options;
  const { AICP_BUDGET_PORT: port, AICP_SNAPSHOT_PORT: snapshots } = environment;
  return await startBudget(
    {
      host: HOST,
      port,
      metricsPort: undefined,
      publicUrl: `http://${HOST}:${port}`,
      trustedProxies: [],
      corsOrigins: [],
      namespace: kubernetes.namespace,
      database,
      dataDirectory: directory,
      bootDirectory: undefined,
      instance: 'budget-0',
      requireAuth: environment.AICP_REQUIRE_AUTH === 'true',
      senders: { type: 'token', token: tokens.usage },
      askers: undefined,
      limits: LIMITS,
    },
    {
      api: kubernetes.api,
      snapshots: new PollClient({
        operatorUrl: `http://${HOST}:${snapshots}`,
        token: () => Promise.resolve(tokens.budget),
      }),
      log: createLogger({ service: 'budget', level: environment.AICP_LOG_LEVEL }),
      clock: systemClock,
      random: Math.random,
    },
  );
}
