import { randomBytes } from 'node:crypto';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { isNotFound } from '@aicp/common/kubernetes/errors';
import {
  CONFIG_MAPS,
  ENDPOINT_SLICES,
  type KubernetesObject,
  type ResourceType,
  SECRETS,
} from '@aicp/common/kubernetes/objects';
import type { PooledKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { kindNamed } from '@aicp/crds/kinds';
import type { OperatorTiming } from '@aicp/operator/config';
import { resourceTypeOf } from '@aicp/operator/control/resource-type';
import { storedStatus } from '@aicp/operator/control/status';
import { SERVICE_LABEL } from '@aicp/operator/snapshot/acks/replicas';
import {
  INDEX_NAME,
  type SnapshotIndex,
  readIndex,
} from '@aicp/operator/snapshot/commit/index-object';
import { type RunningOperator, startOperator } from '@aicp/operator/start';
import { FakeReplica } from '@aicp/operator/testing/fake-replica';

/** An API server for the loop to run on. */
export interface LoopServer {
  readonly namespace: string;
  /** As somebody who may do everything in the namespace. */
  connect(): PooledKubeConfig;
  /** As the operator's own ServiceAccount, where there are such. */
  connectOperator?(): PooledKubeConfig;
}

export interface LoopOperator extends RunningOperator {
  readonly url: string;
  readonly registry: Registry;
  readonly complaints: () => Record<string, unknown>[];
}

const USER = 'loop-test';

/** Operators, replicas and a person, all on one API server over the network. */
export class LoopCluster {
  readonly api: KubernetesClient;
  readonly namespace: string;
  private readonly server: LoopServer;
  private readonly config: PooledKubeConfig;
  private readonly ends: (() => Promise<void>)[] = [];
  private readonly expected = new Set<string>();

  constructor(server: LoopServer) {
    this.server = server;
    this.namespace = server.namespace;
    this.config = server.connect();
    this.api = new KubernetesClient(this.config, USER);
  }

  /** Starts an operator in this process, on connections of its own. */
  async operator(identity: string, timing?: OperatorTiming): Promise<LoopOperator> {
    const kubeConfig = this.server.connectOperator?.() ?? this.server.connect();
    const registry = new Registry();
    const { log, entries } = recordingLog();
    const running = await startOperator(
      {
        namespace: this.namespace,
        identity,
        snapshot: { host: '127.0.0.1', port: 0 },
        auth: { type: 'tokens', tokens: new Map([['gateway-token', 'gateway']]) },
        bootstrapKey: false,
        runsWorkflows: true,
        ...(timing ? { timing } : {}),
      },
      {
        api: new KubernetesClient(kubeConfig, 'aicp-operator'),
        kubeConfig,
        clock: systemClock,
        random: Math.random,
        randomBytes,
        registry,
        log,
      },
    );
    this.ends.push(async () => {
      await running.stop();
      await kubeConfig.close();
    });
    return {
      ...running,
      registry,
      url: `http://127.0.0.1:${running.snapshotPort}`,
      complaints: () => entries.filter(({ level }) => level === 'error' || level === 'warn'),
    };
  }

  /** Starts a replica that counts as ready. */
  async replica(name: string, operatorUrl: () => string): Promise<FakeReplica> {
    const replica = new FakeReplica({ name, operatorUrl }).start();
    this.ends.push(() => replica.stop());
    this.expected.add(name);
    await this.writeReplicas();
    return replica;
  }

  /** Writes the EndpointSlice of the gateway, as Kubernetes does in a cluster. */
  async writeReplicas(): Promise<void> {
    await this.apply(ENDPOINT_SLICES, 'gateway-loop', {
      metadata: { labels: { [SERVICE_LABEL]: 'gateway' } },
      addressType: 'IPv4',
      endpoints: [...this.expected].map((name, place) => ({
        addresses: [`10.0.0.${place + 1}`],
        conditions: { ready: true },
        targetRef: { kind: 'Pod', name },
      })),
      ports: [],
    });
  }

  async put(kind: string, name: string, spec: object): Promise<KubernetesObject> {
    return await this.apply(resourceTypeOf(kindNamed(kind)), name, { spec });
  }

  async remove(kind: string, name: string): Promise<void> {
    const { namespace } = this;
    await this.api.remove(resourceTypeOf(kindNamed(kind)), { namespace, name });
  }

  async secret(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    const data = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
    );
    await this.apply(SECRETS, name, { type: 'Opaque', data });
  }

  async removeSecret(name: string): Promise<void> {
    await this.api.remove(SECRETS, { namespace: this.namespace, name });
  }

  async object(kind: string, name: string): Promise<KubernetesObject | undefined> {
    const { namespace } = this;
    return await this.api.get(resourceTypeOf(kindNamed(kind)), { namespace, name });
  }

  /** `True Programmed: 1 of 1 gateway replica`, of the present generation alone. */
  async condition(kind: string, name: string, type: string): Promise<string> {
    const object = await this.object(kind, name);
    const { conditions, observedGeneration } = storedStatus(object?.['status']);
    if (object === undefined || observedGeneration !== object.metadata.generation) return 'absent';
    const found = conditions.find((one) => one.type === type);
    return found ? `${found.status} ${found.reason}: ${found.message}` : 'absent';
  }

  /** Waits for a condition; gives how long it took, ms. */
  async until(
    [kind, name, type]: readonly [kind: string, name: string, type: string],
    text: string,
    timeoutMs = 60_000,
  ): Promise<number> {
    const began = performance.now();
    for (;;) {
      const found = await this.condition(kind, name, type).catch(String);
      const took = performance.now() - began;
      if (found.includes(text)) return took;
      if (took > timeoutMs) throw new Error(`${kind}/${name} ${type}: not "${text}", "${found}"`);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  }

  async index(): Promise<SnapshotIndex | undefined> {
    const object = await this.api.get(CONFIG_MAPS, { namespace: this.namespace, name: INDEX_NAME });
    return object && readIndex(object);
  }

  /** Ends all that was started, last first. */
  async stop(): Promise<void> {
    for (const end of this.ends.reverse()) await end();
    await this.config.close();
  }

  private async apply(
    type: ResourceType,
    name: string,
    body: Omit<KubernetesObject, 'metadata'> & { metadata?: object },
  ): Promise<KubernetesObject> {
    const metadata = { ...body.metadata, name, namespace: this.namespace };
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.api.apply(type, { ...body, metadata }, { fieldManager: USER });
      } catch (error) {
        // A resource whose CRD is a moment old is not served yet.
        if (!isNotFound(error) || attempt > 50) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      }
    }
  }
}

/** Exactly what an operator needs, as a chart grants it. */
export const operatorPermissions = (namespace: string): string => `
apiVersion: v1
kind: ServiceAccount
metadata: { name: aicp-operator, namespace: ${namespace} }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: aicp-operator, namespace: ${namespace} }
rules:
  - { apiGroups: [aicp.dev], resources: ["*"], verbs: [get, list, watch] }
  - { apiGroups: [aicp.dev], resources: ["*/status"], verbs: [patch] }
  - { apiGroups: [aicp.dev], resources: [controlplanes, apikeys, accesstiers, workflowtemplates, budgets], verbs: [create] }
  - { apiGroups: [""], resources: [secrets], verbs: [get, list, watch, create, patch, delete] }
  - { apiGroups: [""], resources: [configmaps], verbs: [get, list, watch, create] }
  - { apiGroups: [""], resources: [configmaps], resourceNames: [aicp-snapshot], verbs: [update] }
  - { apiGroups: [""], resources: [events], verbs: [create, patch] }
  - { apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create] }
  - { apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: [aicp-operator], verbs: [get, update] }
  - { apiGroups: [discovery.k8s.io], resources: [endpointslices], verbs: [list, watch] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: aicp-operator, namespace: ${namespace} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: aicp-operator }
subjects: [{ kind: ServiceAccount, name: aicp-operator, namespace: ${namespace} }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: aicp-operator-${namespace} }
rules:
  - { apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [list, watch] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: aicp-operator-${namespace} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: aicp-operator-${namespace} }
subjects: [{ kind: ServiceAccount, name: aicp-operator, namespace: ${namespace} }]
`;
