import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { TestCluster } from './testing/cluster.ts';
import { FakeReplica, type FakeReplicaOptions } from './testing/fake-replica.ts';

type Fragment = { readonly id: string; readonly action?: string; readonly source: never };

/** Cannot use any deny. */
const refusesDenies: Partial<FakeReplicaOptions> = {
  refuses: ({ contents }) =>
    (JSON.parse(contents['policies'] ?? '[]') as Fragment[])
      .filter(({ action }) => action === 'deny')
      .map(({ source }) => ({ source, section: 'policies', message: 'unknown action' })),
};

const ids = (replica: FakeReplica, section: string) =>
  replica.fragments(section).map(({ id }) => id);

async function start() {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const healthy = cluster.replica('gateway-0', operator.url);
  cluster.put('Provider', 'sim', { type: 'simulated' });
  cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim' });
  await cluster.untilCondition('Model', 'fast', 'Ready', 'True');
  const deny = () => cluster.put('RoutingPolicy', 'no', { action: 'deny', targetModels: ['fast'] });
  return { cluster, operator, healthy, deny };
}

it('a process that is no replica of the installation cannot switch a deny off by refusing it', async () => {
  const { cluster, operator, healthy, deny } = await start();
  const stranger = new FakeReplica({
    name: 'stranger',
    operatorUrl: () => operator.url,
    ...refusesDenies,
  });
  await stranger.poll(0);
  deny();
  await cluster.untilCondition('RoutingPolicy', 'no', 'Ready', 'True');
  stranger.start();
  try {
    cluster.put('Model', 'other', { modelId: 'other', provider: 'sim' });
    await cluster.untilCondition('Model', 'other', 'Ready', 'True');
    expect(ids(healthy, 'policies')).toEqual(['no']);
    expect(cluster.index()?.refused).toEqual([]);
  } finally {
    await stranger.stop();
  }
});

it('a replica that cannot use a deny keeps its old snapshot, and the others enforce the new one', async () => {
  const { cluster, operator, healthy, deny } = await start();
  const old = cluster.replica('gateway-1', operator.url, refusesDenies);
  await until('it runs too', () => old.applied !== undefined);
  deny();
  await cluster.untilCondition(
    'RoutingPolicy',
    'no',
    'Programmed',
    'False Rejected: 1 of 2 gateway replicas; gateway-1 could not use it and keeps its old snapshot: unknown action',
  );
  expect(ids(healthy, 'policies')).toEqual(['no']);
  cluster.put('Model', 'other', { modelId: 'other', provider: 'sim' });
  await until('the healthy one goes on', () => ids(healthy, 'models').includes('other'));
  expect(ids(healthy, 'policies')).toEqual(['no']);
  expect(ids(old, 'models')).toEqual(['fast']);

  await cluster.remove('RoutingPolicy', 'no');
  await cluster.untilCondition('Model', 'other', 'Ready', 'True');
  expect(ids(old, 'models')).toEqual(['fast', 'other']);
});

it('a deny that no replica can use is left out, so that revocations reach them', async () => {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const replica = cluster.replica('gateway-0', operator.url, refusesDenies);
  cluster.put('Provider', 'sim', { type: 'simulated' });
  cluster.put('RoutingPolicy', 'no', { action: 'deny', targetModels: [] });
  await cluster.untilCondition('RoutingPolicy', 'no', 'Programmed', 'it is left out');
  await until('the rest came', () => ids(replica, 'providers').includes('sim'));
  expect(cluster.index()?.history[0]?.degraded).toEqual(['RoutingPolicy/no']);
});
