import { LIMITS } from '@aicp/api-kit/access/caller-limits';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import { createLogger } from '@aicp/common/log/logger';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { systemClock } from '@aicp/common/time/clock';
import { startCost, type RunningCost } from '@aicp/cost/start';
import type { Tokens } from '../data/secrets.ts';
import type { ControlEnvironment } from './environment.ts';

const HOST = '127.0.0.1';

/** Starts the cost service of this installation. */
export async function predictCosts(options: {
  environment: ControlEnvironment;
  /** Shared with the other services of this process. */
  database: DatabaseLocation;
  directory: string;
  tokens: Pick<Tokens, 'cost'>;
}): Promise<RunningCost> {
  const { environment, database, directory, tokens } = options;
  const { AICP_COST_PORT: port, AICP_SNAPSHOT_PORT: snapshots } = environment;
  return await startCost(
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
      instance: 'cost-0',
      requireAuth: environment.AICP_REQUIRE_AUTH === 'true',
      hasLedger: true,
      limits: LIMITS,
    },
    {
      snapshots: new PollClient({
        operatorUrl: `http://${HOST}:${snapshots}`,
        token: () => Promise.resolve(tokens.cost),
      }),
      log: createLogger({ service: 'cost', level: environment.AICP_LOG_LEVEL }),
      clock: systemClock,
      random: Math.random,
    },
  );
}
