import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { shareable, type DatabaseLocation } from '@aicp/common/database/open-database';
import { createLogger } from '@aicp/common/log/logger';
import { createRegistry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import {
  SNAPSHOT_SERVICES,
  type SnapshotService,
} from '@aicp/contracts/snapshot/sections/kit/section';
import type { OperatorTiming } from '@aicp/operator/config';
import { startOperator, type RunningOperator } from '@aicp/operator/start';
import type { RunningAdmin } from '@aicp/admin/start';
import type { RunningBudget } from '@aicp/budget/start';
import type { RunningCost } from '@aicp/cost/start';
import type { RunningWorkflow } from '@aicp/workflow/start';
import { dataPaths, type DataPaths } from '../data/paths.ts';
import { readTokens, type Tokens } from '../data/secrets.ts';
import { preparedTables } from '../tables/prepared-tables.ts';
import { adminKey } from './admin-key.ts';
import { publishEndpoints, withdrawEndpoints, type Replica } from './endpoints.ts';
import type { ControlEnvironment } from './environment.ts';
import { executeWorkflows } from './execute-workflows.ts';
import { bootstrapKeyObject, makeFirstObjects, writeObject } from './first-objects.ts';
import { openKubernetes, type Kubernetes } from './kubernetes.ts';
import type { ControlMessage } from './messages.ts';
import { administer } from './administer.ts';
import { watchMcpHost } from './watch-mcp-host.ts';
import { predictCosts } from './predict-costs.ts';
import { serveBudgets } from './serve-budgets.ts';

export interface RunningControl {
  /** What is ready now. */
  services(): ControlMessage['services'];
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * The embedded API has one operator, which stands for election against nobody and takes its own Lease up again at once after a restart.
 * So it renews more rarely than in a cluster: each renewal is a write to the disk.
 */
const ALONE: OperatorTiming = { leaseMs: 40_000, leaseRetryMs: 10_000, upkeepMs: 30_000 };

/** Starts everything but the gateway: the Kubernetes API, the first objects, operator, admin, budget and cost service, the workflow engine, and what a cluster would do for them. */
export async function startControl(
  environment: ControlEnvironment,
  isGatewayReady: () => boolean,
): Promise<RunningControl> {
  const log = createLogger({ service: 'control', level: environment.AICP_LOG_LEVEL });
  const paths = dataPaths(environment.AICP_DATA_DIR);
  const tokens = readTokens(paths.tokens);
  const kubernetes = await openKubernetes(environment, paths, tokens);
  const key = await adminKey(paths.adminKey, environment.AICP_ADMIN_KEY);
  await writeObject(kubernetes, bootstrapKeyObject(key));
  await makeFirstObjects(kubernetes, paths.seeded);
  const takers = new Map(SNAPSHOT_SERVICES.map((service) => [tokens[service], service]));
  const operator = await operate({
    ...{ environment, kubernetes, services: takers },
    auditToken: tokens.audit,
  });
  const ending = new AbortController();
  const running: Partial<RunningServices> = {};
  const isReady = (name: keyof RunningServices) => () => running[name]?.ready() === true;
  const host = watchMcpHost(environment, ending.signal);
  const replicas = replicasOf({
    gateway: { port: environment.AICP_GATEWAY_PORT, isReady: isGatewayReady },
    admin: { port: environment.AICP_ADMIN_PORT, isReady: isReady('admin') },
    budget: { port: environment.AICP_BUDGET_PORT, isReady: isReady('budget') },
    cost: { port: environment.AICP_COST_PORT, isReady: isReady('cost') },
    workflow: { port: environment.AICP_WORKFLOW_PORT, isReady: isReady('workflow') },
    ...(host ? { 'mcp-host': host } : {}),
  });
  const { api, namespace } = kubernetes;
  const started = new Set(replicas.map(({ service }) => service));
  await withdrawEndpoints(
    { api, namespace },
    SNAPSHOT_SERVICES.filter((service) => !started.has(service)),
  );
  const publishing = replicas.map((replica) =>
    publishEndpoints({ api, namespace, replica, log, clock: systemClock, signal: ending.signal }),
  );
  const database = databaseOf(environment, paths.admin);
  const services = await startServices({ environment, kubernetes, database, tokens }, paths);
  Object.assign(running, services);
  return {
    services: () => [
      { name: 'kubernetes', address: kubernetes.address, ready: true },
      row('operator', environment.AICP_OPERATOR_PORT, operator),
      row('admin', environment.AICP_ADMIN_PORT, services.admin),
      row('budget', environment.AICP_BUDGET_PORT, services.budget),
      row('cost', environment.AICP_COST_PORT, services.cost),
      row('workflow', environment.AICP_WORKFLOW_PORT, services.workflow),
      ...(host ? [row('mcp-host', host.port, { ready: host.isReady })] : []),
    ],
    stop: async () => {
      ending.abort();
      await Promise.all([...publishing, host?.over]);
      const { admin, budget, cost, workflow } = services;
      await Promise.all([admin, budget, cost, workflow].map((service) => service.stop()));
      await operator.stop();
      await kubernetes.close();
    },
  };
}

/** What runs beside the operator, each with a port of its own. */
interface RunningServices {
  readonly admin: RunningAdmin;
  readonly budget: RunningBudget;
  readonly cost: RunningCost;
  readonly workflow: RunningWorkflow;
}

async function startServices(
  parts: Omit<Parameters<typeof administer>[0], 'directory' | 'tokens'> & { tokens: Tokens },
  paths: DataPaths,
): Promise<RunningServices> {
  const [admin, budget, cost, workflow] = await Promise.all([
    administer({ ...parts, directory: paths.admin }),
    serveBudgets({ ...parts, directory: paths.budget }),
    predictCosts({ ...parts, directory: paths.cost }),
    executeWorkflows({ ...parts, directory: paths.workflow }),
  ]);
  return { admin, budget, cost, workflow };
}

const row = (name: string, port: number, service: { ready(): boolean }) => ({
  name,
  address: `http://${HOST}:${port}`,
  ready: service.ready(),
});

/** The database of all services of this process: PGlite where no PostgreSQL is named. */
function databaseOf(environment: ControlEnvironment, directory: string): DatabaseLocation {
  const { AICP_DATABASE_URL: url, AICP_LOG_LEVEL: level } = environment;
  if (url !== undefined) return { url };
  const log = createLogger({ service: 'database', level });
  return shareable(
    { directory: join(directory, 'database'), prepared: preparedTables },
    { log, clock: systemClock },
  );
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
      runsWorkflows: true,
      ...(environment.AICP_KUBECONFIG === undefined ? { timing: ALONE } : {}),
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

/** The replicas of which Kubernetes would know in a cluster. A service that is not started is not installed, and nobody waits for it. */
const replicasOf = (
  running: Readonly<Partial<Record<SnapshotService, Pick<Replica, 'port' | 'isReady'>>>>,
): Replica[] =>
  SNAPSHOT_SERVICES.flatMap((service) => {
    const replica = running[service];
    return replica === undefined ? [] : [{ ...replica, service, instance: `${service}-0` }];
  });
