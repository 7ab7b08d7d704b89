import {
  SERVICE_ENVIRONMENT,
  toServiceConfig,
  type ServiceConfig,
} from '@aicp/api-kit/service/environment';
import { POLL_ENVIRONMENT } from '@aicp/common/snapshot/poll-client';
import { z } from 'zod';

/** The cost service's environment. */
export const costEnvironment = z.object({
  ...SERVICE_ENVIRONMENT,
  AICP_PORT: SERVICE_ENVIRONMENT.AICP_PORT.default(8080),
  ...POLL_ENVIRONMENT,
  /** Where the boot copy of the snapshot is mounted. */
  AICP_BOOT_DIR: z.string().optional(),
  /** Whether every question needs a key of the installation. */
  AICP_REQUIRE_AUTH: z.enum(['true', 'false']).default('false'),
  /** Whether a budget service keeps the ledger in this database. Absent: in a server's it does, and in one of the service's own nobody can. */
  AICP_LEDGER: z.enum(['true', 'false']).optional(),
});
export type CostEnvironment = z.output<typeof costEnvironment>;

/** How a cost service is set up. Its database is the ledger's, which it only reads. */
export interface CostConfig extends ServiceConfig {
  readonly bootDirectory: string | undefined;
  readonly requireAuth: boolean;
  /** Without one, it knows no spend and no history. */
  readonly hasLedger: boolean;
}

/** The part of the environment that `startCost` takes. Throws a ConfigError where something is missing. */
export const toCostConfig = (environment: CostEnvironment): CostConfig => ({
  ...toServiceConfig(environment),
  bootDirectory: environment.AICP_BOOT_DIR,
  requireAuth: environment.AICP_REQUIRE_AUTH === 'true',
  hasLedger: environment.AICP_DATABASE_URL !== undefined && environment.AICP_LEDGER !== 'false',
});
