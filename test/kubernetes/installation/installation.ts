import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { freePorts } from '../control-plane/ports.ts';
import { restrictedKubeconfig } from '../control-plane/restricted-kubeconfig.ts';
import { until } from '../control-plane/until.ts';
import { writeEndpointSlice } from './endpoint-slice.ts';
import { createPod } from './pod.ts';
import { Replica } from './replica.ts';
import { TcpBalancer } from './tcp-balancer.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OPERATOR = join(ROOT, 'operator/src/main.ts');
const GATEWAY = join(ROOT, 'services/gateway/src/main.ts');

/** Names that the chart gives. */
const OPERATOR_ACCOUNT = 'aicp-operator';
const GATEWAY_ACCOUNT = 'aicp-gateway';
const AUDIENCE = 'aicp-config';

export interface InstallationOptions {
  /** With our CRDs installed. */
  readonly plane: ControlPlane;
  readonly namespace: string;
  /** What the chart grants, as `helm template` prints it. */
  readonly permissions: string;
  readonly operators: number;
  readonly gateways: number;
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

  constructor(parts: {
    readonly plane: ControlPlane;
    readonly namespace: string;
    readonly operators: readonly Replica[];
    readonly gateways: readonly Replica[];
    readonly gatewayUrls: readonly string[];
    readonly operatorService: TcpBalancer;
  }) {
    this.plane = parts.plane;
    this.namespace = parts.namespace;
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

  /** Tells Kubernetes which gateways are there and ready, as its controllers would. Call it after a change. */
  async writeEndpoints(): Promise<void> {
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
      endpoints,
      port: 4000,
    });
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
  const { plane, namespace } = options;
  const { kubeconfigPath } = await restrictedKubeconfig({
    admin: plane.admin,
    yaml: options.permissions,
    namespace,
    serviceAccount: OPERATOR_ACCOUNT,
    folder: plane.folder,
  });
  const ports = await freePorts(2 * options.operators + options.gateways);
  const snapshotPorts = ports.splice(0, options.operators);
  const healthPorts = ports.splice(0, options.operators);
  const operatorService = await TcpBalancer.start(() => snapshotPorts);
  try {
    const operators = snapshotPorts.map((port, index) =>
      startOperator({ ...options, kubeconfigPath, index, port, healthPort: healthPorts[index]! }),
    );
    for (const operator of operators) await operator.untilReady();
    const gateways = [];
    for (const [index, port] of ports.entries()) {
      gateways.push(
        await startGateway({ ...options, index, port, operatorUrl: operatorService.url }),
      );
    }
    const gatewayUrls = ports.map((port) => `http://127.0.0.1:${port}`);
    const parts = { plane, namespace, operators, gateways, gatewayUrls, operatorService };
    const installation = new Installation(parts);
    await installation.untilReady();
    return installation;
  } catch (error) {
    await operatorService.close();
    throw error;
  }
}

function startOperator(options: {
  readonly plane: ControlPlane;
  readonly namespace: string;
  readonly kubeconfigPath: string;
  readonly index: number;
  readonly port: number;
  readonly healthPort: number;
}): Replica {
  const { plane, namespace, kubeconfigPath, index, port, healthPort } = options;
  const name = `${OPERATOR_ACCOUNT}-${index}`;
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
      AICP_SNAPSHOT_SERVICE_ACCOUNTS: JSON.stringify({ [GATEWAY_ACCOUNT]: 'gateway' }),
      AICP_METRICS_PORT: String(healthPort),
    },
    readinessUrl: `http://127.0.0.1:${healthPort}/readyz`,
    folder: plane.folder,
    reaper: plane.reaper,
  });
}

async function startGateway(options: {
  readonly plane: ControlPlane;
  readonly namespace: string;
  readonly index: number;
  readonly port: number;
  readonly operatorUrl: string;
}): Promise<Replica> {
  const { plane, namespace, index, port, operatorUrl } = options;
  const name = `${GATEWAY_ACCOUNT}-${index}`;
  const data = join(plane.folder, name);
  await mkdir(data);
  const pod = await createPod(plane.client, { namespace, name, serviceAccount: GATEWAY_ACCOUNT });
  const token = await plane.serviceAccountToken(namespace, GATEWAY_ACCOUNT, {
    audience: AUDIENCE,
    pod,
  });
  const tokenFile = join(plane.folder, `${name}.token`);
  await writeFile(tokenFile, token, { mode: 0o600 });
  return new Replica({
    name,
    script: GATEWAY,
    environment: {
      AICP_PORT: String(port),
      AICP_DATA_DIR: data,
      AICP_OPERATOR_URL: operatorUrl,
      AICP_TOKEN_FILE: tokenFile,
      AICP_INSTANCE: name,
      AICP_DRAIN_SECONDS: '1',
    },
    readinessUrl: `http://127.0.0.1:${port}/health/readiness`,
    folder: plane.folder,
    reaper: plane.reaper,
  });
}
