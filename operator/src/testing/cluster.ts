import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import {
  CONFIG_MAPS,
  CUSTOM_RESOURCE_DEFINITIONS,
  ENDPOINT_SLICES,
  EVENTS,
  SECRETS,
  type KubernetesObject,
} from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog, metricValue } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { SNAPSHOT_SERVICES } from '@aicp/contracts/snapshot/sections/kit/section';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import { toCrd } from '@aicp/crds/kit/manifest';
import { randomBytes } from 'node:crypto';
import { onTestFinished, expect } from 'vitest';
import type { OperatorConfig } from '../config.ts';
import { resourceTypeOf } from '../control/resource-type.ts';
import { storedStatus } from '../control/status.ts';
import { SERVICE_LABEL } from '../snapshot/acks/replicas.ts';
import { INDEX_NAME, readIndex, type SnapshotIndex } from '../snapshot/commit/index-object.ts';
import { startOperator, type RunningOperator } from '../start.ts';
import { ApiView } from './api-view.ts';
import { FakeReplica, type FakeReplicaOptions } from './fake-replica.ts';

export const NAMESPACE = 'aicp';

export interface StartedOperator extends RunningOperator {
  readonly url: string;
  readonly registry: Registry;
  /** Log entries of levels that a healthy system does not know. */
  readonly complaints: () => Record<string, unknown>[];
}

/** A cluster in memory with our CRDs, operators that work on it, and replicas that take snapshots. */
export class TestCluster {
  readonly api: FakeKubernetes;
  private readonly expected = new Map<string, Set<string>>();

  constructor(api = new FakeKubernetes()) {
    this.api = api;
    for (const kind of kinds) api.put(CUSTOM_RESOURCE_DEFINITIONS, toCrd(kind));
  }

  /** Starts an operator; `view` is how it sees the API, where that differs from the others. */
  async operator(
    options: {
      identity?: string;
      view?: KubernetesApi;
      clock?: Clock;
      config?: Partial<OperatorConfig>;
    } = {},
  ): Promise<StartedOperator> {
    const registry = new Registry();
    const { log, entries } = recordingLog();
    const running = await startOperator(
      {
        namespace: NAMESPACE,
        identity: options.identity ?? 'operator-0',
        snapshot: { host: '127.0.0.1', port: 0 },
        auth: {
          type: 'tokens',
          tokens: new Map(SNAPSHOT_SERVICES.map((name) => [`${name}-token`, name])),
        },
        bootstrapKey: false,
        runsWorkflows: true,
        timing: { leaseMs: 900, leaseRetryMs: 100, upkeepMs: 200 },
        ...options.config,
      },
      {
        api: options.view ?? this.api,
        clock: options.clock ?? systemClock,
        random: Math.random,
        randomBytes,
        registry,
        log,
      },
    );
    const started = {
      ...running,
      registry,
      entries,
      url: `http://127.0.0.1:${running.snapshotPort}`,
      complaints: () => entries.filter(({ level }) => level === 'error' || level === 'warn'),
    };
    onTestFinished(() => running.stop());
    return started;
  }

  /** Starts a replica that polls, and counts it among the ready ones. */
  replica(
    name: string,
    operatorUrl: string | (() => string),
    more: Partial<FakeReplicaOptions> = {},
  ): FakeReplica {
    const url = typeof operatorUrl === 'string' ? () => operatorUrl : operatorUrl;
    const replica = new FakeReplica({ name, operatorUrl: url, ...more }).start();
    onTestFinished(() => replica.stop());
    this.ready(name, true, more.service);
    return replica;
  }

  /** Writes the EndpointSlice of a service as Kubernetes would. */
  ready(name: string, isReady: boolean, service = 'gateway'): void {
    const expected = this.expected.get(service) ?? new Set();
    this.expected.set(service, expected);
    if (isReady) expected.add(name);
    else expected.delete(name);
    this.api.put(ENDPOINT_SLICES, {
      metadata: {
        name: `${service}-x`,
        namespace: NAMESPACE,
        labels: { [SERVICE_LABEL]: service },
      },
      endpoints: [...expected].map((endpoint) => ({
        addresses: ['10.0.0.1'],
        conditions: { ready: true },
        targetRef: { kind: 'Pod', name: endpoint },
      })),
    });
  }

  put(kind: string, name: string, spec: object): KubernetesObject {
    return this.api.put(resourceTypeOf(kindNamed(kind)), {
      metadata: { name, namespace: NAMESPACE },
      spec,
    });
  }

  secret(name: string, values: Readonly<Record<string, string>>): void {
    const data = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
    );
    this.api.put(SECRETS, { metadata: { name, namespace: NAMESPACE }, type: 'Opaque', data });
  }

  async remove(kind: string, name: string): Promise<void> {
    await this.api.remove(resourceTypeOf(kindNamed(kind)), { namespace: NAMESPACE, name });
  }

  get(kind: string, name: string): KubernetesObject | undefined {
    return this.api.peek(resourceTypeOf(kindNamed(kind)), { namespace: NAMESPACE, name });
  }

  /** `Ready=True Programmed: 1 of 1 gateway replica`, by condition. */
  conditions(kind: string, name: string): Record<string, string> {
    const object = this.get(kind, name);
    const { conditions, observedGeneration } = storedStatus(object?.['status']);
    if (observedGeneration !== object?.metadata.generation) return {};
    return Object.fromEntries(
      conditions.map((one) => [one.type, `${one.status} ${one.reason}: ${one.message}`]),
    );
  }

  async untilCondition(kind: string, name: string, type: string, text: string): Promise<void> {
    const now = (): string => this.conditions(kind, name)[type] ?? 'absent';
    try {
      await until('', () => now().includes(text));
    } catch (error) {
      throw new Error(`${kind}/${name} ${type} is not "${text}" but "${now()}"`, { cause: error });
    }
  }

  index(): SnapshotIndex | undefined {
    const object = this.indexObject();
    return object && readIndex(object);
  }

  indexObject(): KubernetesObject | undefined {
    return this.api.peek(CONFIG_MAPS, { namespace: NAMESPACE, name: INDEX_NAME });
  }

  /** `Warning ReferenceNotFound Model/gpt`, in order. */
  events(): string[] {
    return this.api.all(EVENTS).map((event) => {
      const about = event['involvedObject'] as { kind: string; name: string };
      return `${String(event['type'])} ${String(event['reason'])} ${about.kind}/${about.name}`;
    });
  }
}

export async function withModel(cluster: TestCluster): Promise<void> {
  cluster.put('Provider', 'sim', { type: 'simulated' });
  cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim' });
  await cluster.untilCondition('Model', 'fast', 'Ready', 'True');
}

export async function one() {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const replica = cluster.replica('gateway-0', operator.url);
  await withModel(cluster);
  return { cluster, operator, replica };
}

/** Two operators, the first of which leads, and two replicas, one at each. */
export async function two() {
  const cluster = new TestCluster();
  const views = [new ApiView(cluster.api), new ApiView(cluster.api)] as const;
  const first = await cluster.operator({ identity: 'operator-0', view: views[0] });
  await until('the first one leads', async () => (await leads(first)) === 1);
  const second = await cluster.operator({ identity: 'operator-1', view: views[1] });
  const replicas = [
    cluster.replica('gateway-0', first.url),
    cluster.replica('gateway-1', second.url),
  ] as const;
  await withModel(cluster);
  return { cluster, views, first, second, replicas };
}

export const leads = (operator: StartedOperator) =>
  metricValue(operator.registry, 'aicp_operator_leader');

export const ids = (replica: FakeReplica) =>
  replica.fragments('models').map((model) => model['id']);

/** A new model becomes ready, and every replica runs it. */
export async function works(cluster: TestCluster, name: string, ...replicas: FakeReplica[]) {
  cluster.put('Model', name, { modelId: name, provider: 'sim' });
  await cluster.untilCondition('Model', name, 'Ready', 'True');
  for (const replica of replicas) expect(ids(replica)).toContain(name);
}
