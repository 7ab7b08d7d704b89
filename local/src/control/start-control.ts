import { randomBytes } from 'node:crypto';
import { createLogger, type Logger } from '@aicp/common/log/logger';
import { createRegistry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { startOperator, type RunningOperator } from '@aicp/operator/start';
import { dataPaths } from '../data/paths.ts';
import { readTokens } from '../data/secrets.ts';
import { adminKey, bootstrapKeyObject } from './admin-key.ts';
import { publishEndpoints, type Replica } from './endpoints.ts';
import type { ControlEnvironment } from './environment.ts';
import { makeFirstObjects, writeObject } from './first-objects.ts';
import { openKubernetes, type Kubernetes } from './kubernetes.ts';
import type { ControlMessage } from './messages.ts';
import { administer } from './administer.ts';

export interface RunningControl {
  /** What is ready now. */
  services(): ControlMessage['services'];
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts everything but the gateway: the Kubernetes API, the first objects, operator, admin service, and what a cluster would do for them. */
export async function startControl(environment: ControlEnvironment): Promise<RunningControl> {
  const log = createLogger({ service: 'control', level: environment.AICP_LOG_LEVEL });
  const paths = dataPaths(environment.AICP_DATA_DIR);
  const tokens = readTokens(paths.tokens);
  const kubernetes = await openKubernetes(environment, paths, tokens);
  const key = await adminKey(paths.adminKey, environment.AICP_ADMIN_KEY);
  await writeObject(kubernetes, bootstrapKeyObject(key));
  await makeFirstObjects(kubernetes, paths.seeded);
  const services = new Map([
    [tokens.gateway, 'gateway'],
    [tokens.admin, 'admin'],
  ]);
  const operator = await operate({ environment, kubernetes, services, auditToken: tokens.audit });
  const ending = new AbortController();
  const publishing = publish(environment, kubernetes, log, ending.signal);
  const admin = await administer({ environment, kubernetes, directory: paths.admin, tokens });
  return {
    services: () => [
      { name: 'kubernetes', address: kubernetes.address, ready: true },
      {
        name: 'operator',
        address: `http://${HOST}:${environment.AICP_OPERATOR_PORT}`,
        ready: operator.ready(),
      },
      {
        name: 'admin',
        address: `http://${HOST}:${environment.AICP_ADMIN_PORT}`,
        ready: admin.ready(),
      },
    ],
    stop: async () => {
      ending.abort();
      await publishing;
      await admin.stop();
      await operator.stop();
      await kubernetes.close();
    },
  };
}

async function operate(options: {
  environment: ControlEnvironment;
  kubernetes: Kubernetes;
  /** Token to the service that takes its snapshot with it. */
  services: ReadonlyMap<string, string>;
  auditToken: string;
}): Promise<RunningOperator> {
  const { environment, services, auditToken } = options;
  const { api, kubeConfig, namespace } = options.kubernetes;
  return await startOperator(
    {
      namespace,
      identity: 'operator-0',
      snapshot: { host: HOST, port: environment.AICP_SNAPSHOT_PORT },
      health: { host: HOST, port: environment.AICP_OPERATOR_PORT },
      auth: { type: 'tokens', tokens: services },
      audit: {
        url: `http://${HOST}:${environment.AICP_ADMIN_PORT}`,
        token: () => Promise.resolve(auditToken),
      },
      bootstrapKey: false,
    },
    {
      api,
      kubeConfig,
      clock: systemClock,
      random: Math.random,
      randomBytes,
      registry: createRegistry('operator'),
      log: createLogger({ service: 'operator', level: environment.AICP_LOG_LEVEL }),
    },
  );
}

/** What Kubernetes does for the replicas in a cluster. */
async function publish(
  environment: ControlEnvironment,
  { api, namespace }: Kubernetes,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const replicas: Replica[] = [
    {
      ...{ service: 'gateway', instance: 'gateway-0' },
      ...{ port: environment.AICP_GATEWAY_PORT, readiness: '/health/readiness' },
    },
    {
      ...{ service: 'admin', instance: 'admin-0' },
      ...{ port: environment.AICP_ADMIN_PORT, readiness: '/ready' },
    },
  ];
  await Promise.all(
    replicas.map((replica) =>
      publishEndpoints({ api, namespace, replica, log, clock: systemClock, signal }),
    ),
  );
}
