import { readFileSync } from 'node:fs';
import type { ServiceAuth } from '@aicp/api-kit/access/service-token';
import {
  SERVICE_ENVIRONMENT,
  toServiceConfig,
  type ServiceConfig,
} from '@aicp/api-kit/service/environment';
import { ConfigError } from '@aicp/common/config/environment';
import { POLL_ENVIRONMENT } from '@aicp/common/snapshot/poll-client';
import { USAGE_AUDIENCE } from '@aicp/contracts/usage/usage-batch';
import { z } from 'zod';

/** The budget service's environment. */
export const budgetEnvironment = z.object({
  ...SERVICE_ENVIRONMENT,
  AICP_PORT: SERVICE_ENVIRONMENT.AICP_PORT.default(8081),
  ...POLL_ENVIRONMENT,
  /** Namespace of the installation. */
  AICP_NAMESPACE: z.string().default('default'),
  /** Without it, the pod's own ServiceAccount. */
  KUBECONFIG: z.string().optional(),
  /** Where the boot copy of the snapshot is mounted. */
  AICP_BOOT_DIR: z.string().optional(),
  /** Whether reading budgets and alerts needs a key of the installation. */
  AICP_REQUIRE_AUTH: z.enum(['true', 'false']).default('false'),
  /** The token by which gateways are known, on one machine. */
  AICP_USAGE_TOKEN_FILE: z.string().optional(),
  /** In a cluster: their ServiceAccounts, separated by commas. */
  AICP_USAGE_SERVICE_ACCOUNTS: z.string().optional(),
  /** The same of services that ask what anybody has spent: nobody may, where neither is set. */
  AICP_SPEND_TOKEN_FILE: z.string().optional(),
  AICP_SPEND_SERVICE_ACCOUNTS: z.string().optional(),
  /** The audience of the tokens of both. */
  AICP_USAGE_AUDIENCE: z.string().default(USAGE_AUDIENCE),
});
export type BudgetEnvironment = z.output<typeof budgetEnvironment>;

/** How a budget service is set up. */
export interface BudgetConfig extends ServiceConfig {
  readonly namespace: string;
  readonly bootDirectory: string | undefined;
  readonly requireAuth: boolean;
  /** The gateways that deliver facts, and ask for leases. */
  readonly senders: ServiceAuth;
  /** The services that ask for spend; undefined: none may. */
  readonly askers: ServiceAuth | undefined;
}

/** The part of the environment that `startBudget` takes. Throws a ConfigError where something is missing. */
export const toBudgetConfig = (environment: BudgetEnvironment): BudgetConfig => ({
  ...toServiceConfig(environment),
  namespace: environment.AICP_NAMESPACE,
  bootDirectory: environment.AICP_BOOT_DIR,
  requireAuth: environment.AICP_REQUIRE_AUTH === 'true',
  senders: sendersOf(environment),
  askers: authOf(environment, {
    file: environment.AICP_SPEND_TOKEN_FILE,
    accounts: environment.AICP_SPEND_SERVICE_ACCOUNTS,
  }),
});

function sendersOf(environment: BudgetEnvironment): ServiceAuth {
  const senders = authOf(environment, {
    file: environment.AICP_USAGE_TOKEN_FILE,
    accounts: environment.AICP_USAGE_SERVICE_ACCOUNTS,
  });
  if (senders) return senders;
  throw new ConfigError(
    'set AICP_USAGE_SERVICE_ACCOUNTS (in a cluster) or AICP_USAGE_TOKEN_FILE: nobody could deliver usage otherwise',
  );
}

/** How some services are known: by the token in a file, or as ServiceAccounts; undefined where neither is said. */
function authOf(
  { AICP_USAGE_AUDIENCE: audience }: BudgetEnvironment,
  { file, accounts = '' }: { file: string | undefined; accounts: string | undefined },
): ServiceAuth | undefined {
  if (file !== undefined) return { type: 'token', token: readFileSync(file, 'utf8').trim() };
  const serviceAccounts = accounts
    .split(',')
    .map((account) => account.trim())
    .filter((account) => account !== '');
  return serviceAccounts.length > 0 ? { type: 'pods', audience, serviceAccounts } : undefined;
}
