import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { metricValue } from '@aicp/common/kubernetes/testing/quiet';
import { expect } from 'vitest';
import { ApiView } from './api-view.ts';
import { TestCluster, type StartedOperator } from './cluster.ts';
import type { FakeReplica } from './fake-replica.ts';

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
