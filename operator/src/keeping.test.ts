import { randomBytes } from 'node:crypto';
import { type KubernetesObject, SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { createCompiler } from './compile/compile.ts';
import { NOTHING_BEFORE } from './compile/types.ts';
import { storedBindings } from './control/status.ts';
import { CommittedIndex, digestsOf } from './snapshot/commit/committed-index.ts';
import { nextIndex } from './snapshot/commit/next-index.ts';
import { SectionStore } from './snapshot/commit/section-store.ts';
import { SnapshotFeed } from './snapshot/serve/feed.ts';
import { hashOf } from './testing/builders.ts';
import { TestCluster } from './testing/cluster.ts';
import { FakeReplica, type FakeReplicaOptions } from './testing/fake-replica.ts';
import { upkeep } from './upkeep.ts';

const namespace = 'ns';

/** A leader that has committed an empty snapshot for every service. */
async function leader(installed: readonly string[]) {
  const api = new FakeKubernetes();
  const { log } = recordingLog();
  const store = new SectionStore();
  const committed = new CommittedIndex({ api, namespace, store, log });
  await committed.read();
  const compiled = createCompiler()(
    { objects: [], bindings: new Map(), secret: () => undefined, isTimeZone: () => true },
    NOTHING_BEFORE,
  );
  const next = nextIndex({
    index: committed.index,
    digests: digestsOf(compiled, store),
    degraded: [],
    refused: [],
    defaults: [],
    pin: undefined,
    furthest: undefined,
    term: 1,
    now: '2026-01-01T00:00:00Z',
  });
  if (next) await committed.commit(next);
  const feed = new SnapshotFeed();
  feed.publish(committed.index, store);
  return {
    api,
    parts: {
      api,
      namespace,
      committed,
      feed,
      log,
      fieldManager: 'aicp-operator',
      isLeader: () => true,
      installed: () => installed,
      clock: systemClock,
    },
  };
}

const copies = (api: FakeKubernetes): string[] =>
  api
    .all(SECRETS)
    .map(({ metadata }) => metadata.name)
    .filter((name) => name.startsWith('aicp-boot-'))
    .sort();

describe('upkeep', () => {
  it('writes the copies that pods start from, of the services that are installed and no others', async () => {
    const { api, parts } = await leader(['gateway']);
    expect(await upkeep(parts)).toBe(false);
    expect(copies(api)).toEqual(['aicp-boot-gateway-0']);
    await upkeep({ ...parts, installed: () => ['gateway', 'admin', 'unknown'] });
    expect(copies(api)).toEqual(['aicp-boot-admin-0', 'aicp-boot-gateway-0']);
  });

  it('says that a snapshot is too large for a copy, and goes on', async () => {
    const { parts } = await leader(['gateway']);
    const { log, entries } = recordingLog();
    const manifest = { epoch: 1, revision: 1, digest: 'd', sections: {} };
    const contents = { models: randomBytes(5_900_000).toString('hex') };
    const feed = { current: () => ({ manifest, degraded: [], contents }) };
    expect(await upkeep({ ...parts, feed, log })).toBe(false);
    expect(entries).toMatchObject([
      { level: 'warn', event: 'boot_copy_too_large', service: 'gateway', parts: 9, most: 8 },
    ]);
  });

  it('is the leader’s alone', async () => {
    const { api, parts } = await leader(['gateway']);
    await upkeep({ ...parts, isLeader: () => false });
    expect(copies(api)).toEqual([]);
  });
});

async function running() {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const replica = cluster.replica('gateway-0', operator.url);
  const keyOf = (name: string): Record<string, unknown> | undefined =>
    Object.keys(replica.applied?.contents ?? {})
      .filter((section) => section.startsWith('keys-'))
      .flatMap((section) => replica.fragments(section))
      .find((fragment) => fragment['id'] === name);
  cluster.put('Organization', 'acme', {});
  cluster.put('Team', 'data', { organizationId: 'acme' });
  cluster.put('APIKey', 'k', { keyHash: hashOf('k'), teamId: 'data' });
  await cluster.untilCondition('APIKey', 'k', 'Ready', 'True');
  return { cluster, operator, replica, keyOf };
}

const ownerIn = (object: KubernetesObject | undefined) => storedBindings(object?.['status']).owner;

describe('an operator', () => {
  it('records in the status of an object which organization it is bound to', async () => {
    const { cluster } = await running();
    const { uid: organizationUid } = cluster.get('Organization', 'acme')!.metadata;
    for (const [kind, name] of [
      ['Team', 'data'],
      ['APIKey', 'k'],
    ] as const) {
      await until('it is recorded', () => ownerIn(cluster.get(kind, name)) !== undefined);
      const object = cluster.get(kind, name);
      expect(ownerIn(object)).toEqual({
        objectUid: object?.metadata.uid,
        organization: 'acme',
        organizationUid,
      });
    }
    expect(ownerIn(cluster.get('Organization', 'acme'))).toBeUndefined();
  });

  it('lets a deletion by kubectl go through, and everything below stops; Git that creates the team again brings its keys back', async () => {
    const { cluster, operator, keyOf } = await running();
    await cluster.remove('Team', 'data');
    await cluster.untilCondition('APIKey', 'k', 'Accepted', 'False ReferenceNotFound');
    await until('the key stops', () => keyOf('k')?.['ownerMissing'] !== undefined);
    cluster.put('Team', 'data', { organizationId: 'acme' });
    await cluster.untilCondition('APIKey', 'k', 'Ready', 'True');
    expect(keyOf('k')).not.toHaveProperty('ownerMissing');
    expect(operator.complaints()).toEqual([]);
  });

  it('gives an organization that is created anew nothing of the old one, also when that was while no operator ran', async () => {
    const { cluster, operator, replica } = await running();
    await until('it is recorded', () => ownerIn(cluster.get('APIKey', 'k')) !== undefined);
    await operator.stop();
    await cluster.remove('Organization', 'acme');
    cluster.put('Organization', 'acme', {});
    const next = await cluster.operator({ identity: 'operator-1' });
    await replica.stop();
    cluster.replica('gateway-0', next.url, {
      ...(replica.applied && { applied: replica.applied }),
    });
    await cluster.untilCondition('APIKey', 'k', 'Accepted', 'False OwnerMismatch');
    await cluster.untilCondition('Team', 'data', 'Stalled', 'True OwnerMismatch');
    await cluster.remove('Team', 'data');
    cluster.put('Team', 'data', { organizationId: 'acme' });
    await cluster.untilCondition('Team', 'data', 'Ready', 'True');
    await cluster.untilCondition('APIKey', 'k', 'Accepted', 'False OwnerMismatch');
    await cluster.remove('APIKey', 'k');
    cluster.put('APIKey', 'k', { keyHash: hashOf('k'), teamId: 'data' });
    await cluster.untilCondition('APIKey', 'k', 'Ready', 'True');
  });
});

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

it('a catalog that became invalid goes on to price in its last good form, also for an operator that was started since', async () => {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const replica = cluster.replica('gateway-0', operator.url);
  const entry = { model: 'fast', inputPricePerMillion: 2, outputPricePerMillion: 8 };
  cluster.put('Provider', 'sim', { type: 'simulated' });
  cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim' });
  cluster.put('PriceCatalog', 'contract', { prices: [entry] });
  await cluster.untilCondition('PriceCatalog', 'contract', 'Ready', 'True');
  await cluster.untilCondition('Model', 'fast', 'Ready', 'True');
  const prices = { input: '2000000000', output: '8000000000' };
  expect(replica.fragments('models')).toMatchObject([{ prices }]);
  await operator.stop();

  cluster.put('PriceCatalog', 'contract', { prices: [{ ...entry, effectiveFrom: 'soon' }] });
  cluster.put('Model', 'other', { modelId: 'other', provider: 'sim', upstreamModel: 'fast' });
  const next = await cluster.operator({ identity: 'operator-1' });
  await replica.stop();
  const again = cluster.replica('gateway-0', next.url, {
    ...(replica.applied && { applied: replica.applied }),
  });
  await cluster.untilCondition('Model', 'other', 'Ready', 'True');
  expect(again.fragments('models')).toMatchObject([{ prices }, { prices }]);
  await cluster.untilCondition(
    'PriceCatalog',
    'contract',
    'Accepted',
    'until then the form of generation 1 stays in use',
  );
});
