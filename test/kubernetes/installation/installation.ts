import type { Connection } from '../control-plane/api-client.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { writeKubeconfig } from '../control-plane/identities.ts';
import { freePorts } from '@aicp/common/http/testing/free-ports';
import { restrictedKubeconfig } from '../control-plane/restricted-kubeconfig.ts';
import { until } from '../control-plane/until.ts';
import { writeEndpointSlice, createPod } from './pod-objects.ts';
import { Replica } from './replica.ts';
import { TcpBalancer } from './tcp-balancer.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OPERATOR = join(ROOT, 'operator/src/main.ts');
const GATEWAY = join(ROOT, 'services/gateway/src/main.ts');

/** Names that the chart gives. */
const OPERATOR_ACCOUNT = 'aicp-operator';
const GATEWAY_ACCOUNT = 'aicp-gateway';
const SERVICE_ACCOUNTS = { [GATEWAY_ACCOUNT]: 'gateway', 'aicp-admin': 'admin' };
const AUDIENCE = 'aicp-config';

export interface InstallationOptions {
  /** With our CRDs installed. */
  readonly plane: ControlPlane;
  readonly namespace: string;
  /** What the chart grants, as `helm template` prints it. */
  readonly permissions: string;
  readonly operators: number;
  readonly gateways: number;
  /** Where replicas write; the folder of the control plane without it, which then may hold one installation. */
  readonly folder?: string;
  /** More of the operators' environment. */
  readonly operatorEnvironment?: Readonly<Record<string, string>>;
  /** Where an operator, counted from 0, reaches the API server, for tests that stand in between. */
  readonly apiServerUrl?: (operator: number) => string;
}

/** The operator and the gateway as processes on a real API server, as pods are in a cluster but for the containers. */
export class Installation implements AsyncDisposable {
  readonly operators: readonly Replica[];
  readonly gateways: readonly Replica[];
  /** The addresses of the gateways, in their order. */
  readonly gatewayUrls: readonly string[];
  /** What stands in front of the operators, as their Service does. */
  readonly operatorService: TcpBalancer;
  private readonly plane: ControlPlane;
  private readonly namespace: string;
  private readonly folder: string;

  constructor(parts: {
    readonly plane: ControlPlane;
    readonly namespace: string;
    readonly folder: string;
    readonly operators: readonly Replica[];
    readonly gateways: readonly Replica[];
    readonly gatewayUrls: readonly string[];
    readonly operatorService: TcpBalancer;
  }) {
    this.plane = parts.plane;
    this.namespace = parts.namespace;
    this.folder = parts.folder;
    this.operators = parts.operators;
    this.gateways = parts.gateways;
    this.gatewayUrls = parts.gatewayUrls;
    this.operatorService = parts.operatorService;
  }

  /** Resolves once every replica is ready and Kubernetes knows of the gateways. */
  async untilReady(): Promise<void> {
    for (const replica of [...this.operators, ...this.gateways]) await replica.untilReady();
    await this.writeEndpoints();
  }

  /** Tells Kubernetes which gateways are there and ready, as its controllers would, and `others`, which are. Call it after a change. */
  async writeEndpoints(others: readonly string[] = []): Promise<void> {
    const endpoints = await Promise.all(
      this.gateways.map(async (replica) => ({
        pod: replica.name,
        ready: replica.isRunning && (await replica.isReady()),
      })),
    );
    await writeEndpointSlice(this.plane.client, {
      namespace: this.namespace,
      service: GATEWAY_ACCOUNT,
      snapshotService: 'gateway',
      endpoints: [...endpoints, ...others.map((pod) => ({ pod, ready: true }))],
      port: 4000,
    });
  }

  /** A token for one more gateway of this name, which a test plays itself. */
  async gatewayToken(name: string): Promise<string> {
    return await gatewayToken(this.plane, this.namespace, name);
  }

  /** Where a gateway keeps the snapshot that it runs, and where kubelet would mount the copy that it may start from. */
  snapshotFolders(gateway: Replica): { readonly disk: string; readonly boot: string } {
    const data = join(this.folder, gateway.name);
    return { disk: join(data, 'snapshot'), boot: `${data}.boot` };
  }

  /** The key of the first administrator, which the operator makes once. */
  async adminKey(): Promise<string> {
    const path = `/api/v1/namespaces/${this.namespace}/secrets/aicp-admin-key`;
    return await until(
      async () => {
        const { status, body } = await this.plane.client.call('GET', path);
        const { data } = body as { data?: Record<string, string> };
        const [encoded] = Object.values(data ?? {});
        return status === 200 && encoded ? Buffer.from(encoded, 'base64').toString() : undefined;
      },
      { what: 'the operator has made the admin key' },
    );
  }

  /** Ends every replica that runs, as a cluster does, and resolves when all are gone. */
  async stop(): Promise<void> {
    const running = [...this.gateways, ...this.operators].filter((replica) => replica.isRunning);
    await Promise.all(running.map(async (replica) => await replica.terminate()));
    await this.operatorService.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/**
 * Starts operators and then gateways, each as the ServiceAccount of the chart with what the chart grants it. Resolves when all are
 * ready; rejects with the last words of one that is not.
 */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { plane, namespace, folder = plane.folder } = options;
  const { connection } = await restrictedKubeconfig({
    admin: plane.admin,
    yaml: options.permissions,
    namespace,
    serviceAccount: OPERATOR_ACCOUNT,
    folder,
  });
  const ports = await freePorts(2 * options.operators + options.gateways);
  const snapshotPorts = ports.splice(0, options.operators);
  const healthPorts = ports.splice(0, options.operators);
  const operatorService = await TcpBalancer.start(() => snapshotPorts);
  try {
    const operators = [];
    for (const [index, port] of snapshotPorts.entries()) {
      const url = options.apiServerUrl?.(index) ?? connection.url;
      const healthPort = healthPorts[index]!;
      const to = { ...connection, url };
      operators.push(
        await startOperator({ ...options, folder, connection: to, index, port, healthPort }),
      );
    }
    for (const operator of operators) await operator.untilReady();
    const gateways = [];
    for (const [index, port] of ports.entries()) {
      gateways.push(
        await startGateway({ ...options, folder, index, port, operatorUrl: operatorService.url }),
      );
    }
    const gatewayUrls = ports.map((port) => `http://127.0.0.1:${port}`);
    const parts = {
      plane,
      namespace,
      folder,
      operators,
      gateways,
      gatewayUrls,
      operatorService,
    };
    const installation = new Installation(parts);
    await installation.untilReady();
    return installation;
  } catch (error) {
    await operatorService.close();
    throw error;
  }
}

interface Place {
  readonly plane: ControlPlane;
  readonly namespace: string;
  readonly folder: string;
  readonly index: number;
  readonly port: number;
}

async function startOperator(
  options: Place & {
    readonly connection: Connection;
    readonly healthPort: number;
    readonly operatorEnvironment?: Readonly<Record<string, string>>;
  },
): Promise<Replica> {
  const { plane, namespace, folder, connection, index, port, healthPort } = options;
  const name = `${OPERATOR_ACCOUNT}-${index}`;
  const kubeconfigPath = await writeKubeconfig({ connection, name, namespace, folder });
  return new Replica({
    name,
    script: OPERATOR,
    environment: {
      AICP_NAMESPACE: namespace,
      AICP_IDENTITY: name,
      KUBECONFIG: kubeconfigPath,
      AICP_SNAPSHOT_HOST: '127.0.0.1',
      AICP_SNAPSHOT_PORT: String(port),
      AICP_SNAPSHOT_AUDIENCE: AUDIENCE,
      AICP_SNAPSHOT_SERVICE_ACCOUNTS: JSON.stringify(SERVICE_ACCOUNTS),
      AICP_METRICS_PORT: String(healthPort),
      ...options.operatorEnvironment,
    },
    readinessUrl: `http://127.0.0.1:${healthPort}/readyz`,
    folder,
    reaper: plane.reaper,
  });
}

async function startGateway(options: Place & { readonly operatorUrl: string }): Promise<Replica> {
  const { plane, namespace, folder, index, port, operatorUrl } = options;
  const name = `${GATEWAY_ACCOUNT}-${index}`;
  const data = join(folder, name);
  await mkdir(data);
  const token = await gatewayToken(plane, namespace, name);
  const tokenFile = join(folder, `${name}.token`);
  await writeFile(tokenFile, token, { mode: 0o600 });
  return new Replica({
    name,
    script: GATEWAY,
    environment: {
      AICP_PORT: String(port),
      AICP_DATA_DIR: data,
      AICP_BOOT_DIR: join(folder, `${name}.boot`),
      AICP_OPERATOR_URL: operatorUrl,
      AICP_TOKEN_FILE: tokenFile,
      AICP_INSTANCE: name,
      AICP_DRAIN_SECONDS: '1',
      AICP_EGRESS_ALLOW: 'private,loopback',
      AICP_EGRESS_TENANTS_ALLOW: 'private,loopback',
    },
    readinessUrl: `http://127.0.0.1:${port}/health/readiness`,
    folder,
    reaper: plane.reaper,
  });
}

/** What kubelet would give a gateway's pod of this name. */
async function gatewayToken(plane: ControlPlane, namespace: string, name: string): Promise<string> {
  const pod = await createPod(plane.client, { namespace, name, serviceAccount: GATEWAY_ACCOUNT });
  return await plane.serviceAccountToken(namespace, GATEWAY_ACCOUNT, { audience: AUDIENCE, pod });
}
