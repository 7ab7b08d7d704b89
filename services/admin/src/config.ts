import { readFileSync } from 'node:fs';
import {
  EGRESS_ENVIRONMENT,
  EVENTS_ENVIRONMENT,
  type ProviderEgress,
} from '@aicp/common/config/egress-environment';
import { MCP_HOST_ENVIRONMENT, mcpHostOf, type McpHost } from '@aicp/common/mcp/mcp-host';
import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { POLL_ENVIRONMENT } from '@aicp/common/snapshot/poll-client';
import {
  SERVICE_ENVIRONMENT,
  toServiceConfig,
  type ServiceConfig,
} from '@aicp/api-kit/service/environment';
import { z } from 'zod';
import type { EventSettings } from './events/subscriptions/event-settings.ts';
import { BUNDLED_LICENSE_KEYS } from './kinds/license/license-keys.ts';
import { WORKFLOW_ENVIRONMENT } from './executions/open-workflow-engine.ts';
import { PLAYGROUND_ENVIRONMENT } from './playground/open-playground.ts';
import type { ServiceAuth } from '@aicp/api-kit/access/service-token';

/** The admin service's environment. */
export const adminEnvironment = z.object({
  ...SERVICE_ENVIRONMENT,
  AICP_PORT: SERVICE_ENVIRONMENT.AICP_PORT.default(8086),
  /** Namespace of the installation. */
  AICP_NAMESPACE: z.string().default('default'),
  /** Without it, the pod's own ServiceAccount. */
  KUBECONFIG: z.string().optional(),
  ...POLL_ENVIRONMENT,
  ...EGRESS_ENVIRONMENT,
  ...EVENTS_ENVIRONMENT,
  ...REDIS_ENVIRONMENT,
  /** Where the boot copy of the snapshot is mounted. */
  AICP_BOOT_DIR: z.string().optional(),
  /** The gateways that count, where they share no counters, and the token by which they tell. A name may stand for several. */
  AICP_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  AICP_COUNTS_TOKEN_FILE: z.string().optional(),
  ...PLAYGROUND_ENVIRONMENT,
  ...WORKFLOW_ENVIRONMENT,
  ...MCP_HOST_ENVIRONMENT,
  /** The token by which the operator is known that tells of changes, on one machine. */
  AICP_AUDIT_TOKEN_FILE: z.string().optional(),
  /** In a cluster: its ServiceAccount, and the audience of its tokens. */
  AICP_AUDIT_SERVICE_ACCOUNT: z.string().optional(),
  AICP_AUDIT_AUDIENCE: z.string().default('aicp-audit'),
  /** Whether a budget service keeps the ledger of usage and spend in the same database. */
  AICP_LEDGER: z.enum(['true', 'false']).default('false'),
  /** Whether providers of single sign-on may stand in private networks, and speak plain HTTP there. */
  AICP_SSO_PRIVATE_NETWORKS: z.enum(['true', 'false']).default('false'),
  /** The built console; it may appear there later. */
  AICP_CONSOLE_DIR: z.string().min(1).optional(),
  /** The license of a first start; what is persisted counts afterwards. */
  LICENSE_KEY: z.string().min(1).optional(),
  /** Public keys that licenses are verified with, where they are not this build's. */
  AICP_LICENSE_KEYS_FILE: z.string().default(BUNDLED_LICENSE_KEYS),
});

/** How an admin service is set up. */
export interface AdminConfig extends ServiceConfig {
  readonly namespace: string;
  readonly bootDirectory: string | undefined;
  /** The operator that tells of changes for the audit log. Without it, only what this service does itself is in there. */
  readonly observer: ServiceAuth | undefined;
  readonly license: LicenseConfig;
  /** Whether there is a ledger of usage and spend, in the database of this service. */
  readonly hasLedger: boolean;
  /** Organizations name their providers themselves: without this, none that only this installation can reach. */
  readonly ssoPrivateNetworks: boolean;
  /** Where a provider that is tried may stand: as for the gateway. */
  readonly egress: ProviderEgress;
  /** Runs servers of tools of type stdio; absent: they cannot be tried. */
  readonly mcpHost?: McpHost | undefined;
  /** Of the built console, which may appear there later. Without it, none is served. */
  readonly consoleDirectory?: string | undefined;
  /** How subscribers are told of events. */
  readonly events: EventSettings;
}

export interface LicenseConfig {
  /** LICENSE_KEY. */
  readonly variable: string | undefined;
  /** File with the public keys; where there is none, no license verifies. */
  readonly keysFile: string;
}

/** The part of the environment that `startAdmin` takes. Throws a ConfigError where a certificate lacks its key. */
export const toAdminConfig = (environment: z.output<typeof adminEnvironment>): AdminConfig => ({
  ...toServiceConfig(environment),
  namespace: environment.AICP_NAMESPACE,
  bootDirectory: environment.AICP_BOOT_DIR,
  observer: observerOf(environment),
  license: { variable: environment.LICENSE_KEY, keysFile: environment.AICP_LICENSE_KEYS_FILE },
  hasLedger: environment.AICP_LEDGER === 'true',
  consoleDirectory: environment.AICP_CONSOLE_DIR,
  ssoPrivateNetworks: environment.AICP_SSO_PRIVATE_NETWORKS === 'true',
  egress: {
    platform: environment.AICP_EGRESS_ALLOW,
    tenants: environment.AICP_EGRESS_TENANTS_ALLOW,
  },
  mcpHost: mcpHostOf(environment),
  events: {
    egress: {
      platform: environment.AICP_EVENTS_ALLOW,
      tenants: environment.AICP_EVENTS_TENANTS_ALLOW,
    },
    mailDirectory: environment.AICP_SMTP_DIRECTORY,
    pagerDutyUrl: environment.AICP_PAGERDUTY_URL,
  },
});

function observerOf(environment: z.output<typeof adminEnvironment>): ServiceAuth | undefined {
  const { AICP_AUDIT_TOKEN_FILE: file, AICP_AUDIT_SERVICE_ACCOUNT: serviceAccount } = environment;
  if (file !== undefined) return { type: 'token', token: readFileSync(file, 'utf8').trim() };
  if (serviceAccount === undefined) return undefined;
  return {
    type: 'pods',
    audience: environment.AICP_AUDIT_AUDIENCE,
    serviceAccounts: [serviceAccount],
  };
}
