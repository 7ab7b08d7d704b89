import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { LIMITS } from '@aicp/api-kit/access/caller-limits';
import { gatewayCounts } from '@aicp/admin/kinds/rate-limit-policy/gateway-counts';
import { workflowEngine } from '@aicp/admin/executions/workflow-engine';
import { chatGateway } from '@aicp/admin/playground/chat-gateway';
import { BUNDLED_LICENSE_KEYS } from '@aicp/admin/kinds/license/license-keys';
import { startAdmin, type RunningAdmin } from '@aicp/admin/start';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { createLogger } from '@aicp/common/log/logger';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { systemClock } from '@aicp/common/time/clock';
import type { Tokens } from '../data/secrets.ts';
import type { ControlEnvironment } from './environment.ts';
import type { Kubernetes } from './kubernetes.ts';

const HOST = '127.0.0.1';

/** Starts the admin service of this installation. */
export async function administer(options: {
  environment: ControlEnvironment;
  kubernetes: Kubernetes;
  database: DatabaseLocation;
  directory: string;
  tokens: Pick<Tokens, 'admin' | 'audit' | 'counts' | 'playground' | 'executions' | 'hosting'>;
}): Promise<RunningAdmin> {
  const { environment, kubernetes, database, directory, tokens } = options;
  const { AICP_ADMIN_PORT: port } = environment;
  return await startAdmin(
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
      instance: 'admin-0',
      observer: { type: 'token', token: tokens.audit },
      license: {
        variable: environment.LICENSE_KEY,
        keysFile: environment.AICP_LICENSE_KEYS_FILE ?? BUNDLED_LICENSE_KEYS,
      },
      hasLedger: true,
      consoleDirectory: environment.AICP_CONSOLE_DIR,
      // On one machine, the identity provider of a trial of single sign-on runs on that machine too.
      ssoPrivateNetworks: true,
      // The same holds for model providers.
      egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
      // And for receivers of events.
      events: {
        egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
        mailDirectory: environment.AICP_SMTP_DIRECTORY,
        pagerDutyUrl: environment.AICP_PAGERDUTY_URL,
      },
      ...hostOf(options),
      limits: LIMITS,
    },
    {
      api: new KubernetesClient(kubernetes.kubeConfig, 'aicp-admin'),
      ...others(options),
      log: createLogger({ service: 'admin', level: environment.AICP_LOG_LEVEL }),
      clock: systemClock,
      random: Math.random,
    },
  );
}

/** The MCP host of this installation, where there is one. */
const hostOf = ({
  environment: { AICP_MCP_HOST_PORT: port },
  tokens,
}: Pick<Parameters<typeof administer>[0], 'environment' | 'tokens'>) =>
  port === undefined ? {} : { mcpHost: { url: `http://${HOST}:${port}`, secret: tokens.hosting } };

/** The other services of this installation, as the admin service reaches them. */
const others = ({
  environment,
  tokens,
}: Pick<Parameters<typeof administer>[0], 'environment' | 'tokens'>) => ({
  snapshots: new PollClient({
    operatorUrl: `http://${HOST}:${environment.AICP_SNAPSHOT_PORT}`,
    token: () => Promise.resolve(tokens.admin),
  }),
  counts: gatewayCounts({
    url: `http://${HOST}:${environment.AICP_GATEWAY_PORT}`,
    token: () => tokens.counts,
    addressesOf: (address) => Promise.resolve([address]),
  }),
  playground: chatGateway({
    url: `http://${HOST}:${environment.AICP_GATEWAY_PORT}`,
    secret: () => tokens.playground,
    clock: systemClock,
  }),
  workflows: workflowEngine({
    url: `http://${HOST}:${environment.AICP_WORKFLOW_PORT}`,
    secret: () => tokens.executions,
    clock: systemClock,
  }),
});
