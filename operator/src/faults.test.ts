import { KubernetesError } from '@aicp/common/kubernetes/errors';
import {
  CUSTOM_RESOURCE_DEFINITIONS,
  type KubernetesObject,
} from '@aicp/common/kubernetes/objects';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { metricValue } from '@aicp/common/kubernetes/testing/quiet';
import { kindNamed } from '@aicp/crds/kinds';
import { toCrd } from '@aicp/crds/kit/manifest';
import { describe, expect, it } from 'vitest';
import { ApiView } from './testing/api-view.ts';
import { TestCluster, withModel, one, two, leads, ids, works } from './testing/cluster.ts';

describe('with two operators', () => {
  it('the follower hands out snapshots and passes acks on to the leader', async () => {
    const { cluster, replicas } = await two();
    await works(cluster, 'other', ...replicas);
    expect(cluster.conditions('Model', 'other')['Programmed']).toContain('2 of 2 gateway replicas');
  });

  it('the other one takes over when the leader is cut off from the API', async () => {
    const { cluster, views, first, second, replicas } = await two();
    views[0].cut();
    await until('the second one leads', async () => (await leads(second)) === 1);
    cluster.put('Model', 'other', { modelId: 'other', provider: 'sim' });
    await until('the replica of the second has it', () => ids(replicas[1]).includes('other'));
    views[0].mend();
    await cluster.untilCondition('Model', 'other', 'Ready', 'True');
    expect(ids(replicas[0])).toContain('other');
    expect(await leads(first)).toBe(0);
  });

  it('the other one takes over at once when the leader stops', async () => {
    const { cluster, first, second, replicas } = await two();
    let url = first.url;
    await replicas[0].stop();
    const moved = cluster.replica('gateway-0', () => url);
    await until('it polls the first', () => moved.applied !== undefined);
    url = second.url;
    await first.stop();
    await works(cluster, 'other', moved, replicas[1]);
  });

  it('a leader that was deposed during its commit is refused, and its replicas get what the new one says', async () => {
    const { cluster, views, first, second, replicas } = await two();
    const deposed: { resume?: () => void } = {};
    views[0].holdReplace = async ({ kind }) => {
      if (kind === 'ConfigMap') await new Promise<void>((resolve) => (deposed.resume = resolve));
      if (kind === 'Lease') throw new TypeError('fetch failed');
    };
    cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', tier: 'old' });
    await until('the commit is under way', () => deposed.resume !== undefined);
    cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', tier: 'new' });
    await until('the second one leads', async () => (await leads(second)) === 1);
    await until('it committed', () => replicas[1].fragments('models')[0]?.['tier'] === 'new');
    const committed = cluster.index()?.history[0];

    views[0].holdReplace = () => Promise.resolve();
    deposed.resume?.();
    await until('the old commit is refused', async () =>
      Boolean(await metricValue(first.registry, 'aicp_snapshot_commit_conflicts_total')),
    );
    expect(cluster.index()?.history[0]).toEqual(committed);
    await until(
      'the first replica runs it too',
      () => replicas[0].fragments('models')[0]?.['tier'] === 'new',
    );
    for (const replica of replicas) {
      expect(replica.history.map(({ contents }) => contents['models'])).not.toContainEqual(
        expect.stringContaining('"old"'),
      );
    }
  });
});

describe('an operator survives', () => {
  it('an API server that goes away and comes back, and serves replicas meanwhile', async () => {
    const cluster = new TestCluster();
    const view = new ApiView(cluster.api);
    const operator = await cluster.operator({ view });
    const replica = cluster.replica('gateway-0', operator.url);
    await withModel(cluster);
    view.cut();
    cluster.put('Model', 'meanwhile', { modelId: 'meanwhile', provider: 'sim' });
    const fresh = cluster.replica('gateway-1', operator.url);
    await until('a new replica starts', () => ids(fresh).includes('fast'));
    view.mend();
    await cluster.untilCondition('Model', 'meanwhile', 'Ready', 'True');
    await works(cluster, 'after', replica, fresh);
  });

  it.each([
    ['reset watches', new TypeError('terminated')],
    ['a storm of 410', new KubernetesError({ status: 410, message: 'Expired' })],
  ])('%s', async (_, error) => {
    const { cluster, replica } = await one();
    for (let n = 0; n < 30; n += 1) {
      cluster.api.endWatches(error);
      cluster.put('Model', `m${n}`, { modelId: `m${n}`, provider: 'sim' });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await cluster.untilCondition('Model', 'm29', 'Ready', 'True');
    expect(ids(replica)).toHaveLength(31);
  });

  it('a store that was set back: no ghost, nothing missed, a new epoch for replicas that are ahead', async () => {
    const { cluster, replica } = await one();
    const backup = cluster.api.backup();
    for (const name of ['a', 'b', 'c']) await works(cluster, name, replica);
    const before = replica.applied?.manifest;
    cluster.api.restore(backup);
    await works(cluster, 'new', replica);
    expect(ids(replica)).toEqual(['fast', 'new']);
    expect(replica.applied?.manifest.epoch).toBeGreaterThan(before?.epoch ?? 0);
    await cluster.untilCondition('Model', 'fast', 'Ready', 'True');
  });

  it('an empty store under replicas that run a snapshot', async () => {
    const { replica } = await one();
    const other = new TestCluster();
    const operator = await other.operator();
    // So far ahead that the new store does not reach that revision by itself.
    const { manifest, ...rest } = replica.applied!;
    const applied = { ...rest, manifest: { ...manifest, revision: manifest.revision + 1000 } };
    const moved = other.replica('gateway-0', operator.url, { applied });
    await withModel(other);
    await until('a new epoch', () => (moved.applied?.manifest.epoch ?? 0) > 1);
  });

  it('a committed index that somebody spoilt', async () => {
    const { cluster, replica } = await one();
    const object = cluster.indexObject()!;
    cluster.api.put(
      { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap' },
      {
        ...object,
        data: { 'index.json': '{' },
      },
    );
    await works(cluster, 'other', replica);
  });

  it('Secrets of its snapshots that somebody deleted', async () => {
    const { cluster, replica } = await one();
    const secrets = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret' };
    for (const { metadata } of cluster.api.all(secrets))
      await cluster.api.remove(secrets, metadata);
    await works(cluster, 'other', replica);
    const restarted = await cluster.operator({ identity: 'operator-1' });
    const second = cluster.replica('gateway-1', restarted.url);
    await until('another operator can hand it out', () => ids(second).includes('other'));
  });
});

it('a permission that is missing for the objects from the start holds up nothing else', async () => {
  const cluster = new TestCluster();
  cluster.api.intercept = ({ verb, resource }) => {
    if (verb === 'create' && resource === 'controlplanes.aicp.dev') {
      throw new KubernetesError({ status: 403, message: 'Forbidden' });
    }
  };
  const operator = await cluster.operator();
  const replica = cluster.replica('gateway-0', operator.url);
  await withModel(cluster);
  expect(ids(replica)).toEqual(['fast']);
  expect(operator.complaints()[0]).toMatchObject({
    event: 'defaults_not_made',
    reason: 'Forbidden',
  });
  cluster.api.intercept = () => undefined;
  cluster.put('Model', 'other', { modelId: 'other', provider: 'sim' });
  await cluster.untilCondition('ControlPlane', 'default', 'Ready', 'True');
});

describe('a replica that cannot use an object', () => {
  const refusing = (id: string) => ({
    refuses: ({ contents }: { contents: Record<string, string> }) =>
      (JSON.parse(contents['models'] ?? '[]') as { id: string; tier?: string; source: never }[])
        .filter((model) => model.id === id && model.tier === 'poison')
        .map(({ source }) => ({ source, section: 'models', message: 'cannot use it' })),
  });

  it('holds up no other object, and the object itself stays as it was', async () => {
    const cluster = new TestCluster();
    const operator = await cluster.operator();
    const replica = cluster.replica('gateway-0', operator.url, refusing('fast'));
    await withModel(cluster);
    cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', tier: 'poison' });
    await cluster.untilCondition(
      'Model',
      'fast',
      'Programmed',
      'False Rejected: a replica could not use it: cannot use it',
    );
    expect(cluster.conditions('Model', 'fast')['Accepted']).toContain('True');
    expect(cluster.events()).toContain('Warning Rejected Model/fast');
    await works(cluster, 'other', replica);
    expect(replica.fragments('models')[0]).not.toHaveProperty('tier');

    cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', tier: 'fine' });
    await cluster.untilCondition('Model', 'fast', 'Ready', 'True');
  });

  it('does not get one that never was good', async () => {
    const cluster = new TestCluster();
    const operator = await cluster.operator();
    const replica = cluster.replica('gateway-0', operator.url, refusing('bad'));
    await withModel(cluster);
    cluster.put('Model', 'bad', { modelId: 'bad', provider: 'sim', tier: 'poison' });
    await cluster.untilCondition('Model', 'bad', 'Programmed', 'it is left out');
    await works(cluster, 'other', replica);
    expect(ids(replica)).toEqual(['fast', 'other']);
  });
});

describe('a restart', () => {
  it('does not take back what was in force before anybody has said otherwise', async () => {
    const { cluster, operator, replica } = await one();
    await replica.stop();
    await operator.stop();
    const before = cluster.get('Model', 'fast')?.['status'];
    const next = await cluster.operator({ identity: 'operator-1' });
    await until('it leads', async () => (await leads(next)) === 1);
    cluster.put('Model', 'later', { modelId: 'later', provider: 'sim' });
    await cluster.untilCondition('Model', 'later', 'Programmed', 'False Pending');
    expect(cluster.get('Model', 'fast')?.['status']).toEqual(before);
  });
});

describe('a CRD that is older than needed', () => {
  it('stops the operator with a clear word, until it is right again', async () => {
    const { cluster, operator, replica } = await one();
    const crd = toCrd(kindNamed('Model'));
    const old = structuredClone(crd) as unknown as KubernetesObject & {
      metadata: { annotations: Record<string, string> };
      spec: {
        versions: {
          schema: {
            openAPIV3Schema: {
              properties: Record<string, { properties: Record<string, unknown> }>;
            };
          };
        }[];
      };
    };
    old.metadata.annotations = { 'aicp.dev/schema-hash': 'old' };
    delete old.spec.versions[0]!.schema.openAPIV3Schema.properties['spec']!.properties['tier'];
    cluster.api.put(CUSTOM_RESOURCE_DEFINITIONS, old);
    await until('it is not ready', () => !operator.ready());
    expect(operator.complaints()).toMatchObject([
      {
        event: 'crds_not_usable',
        problems: [
          expect.stringContaining(
            'CRD models.aicp.dev is older than this operator needs, it lacks spec.tier',
          ),
        ],
      },
    ]);
    cluster.put('Model', 'other', { modelId: 'other', provider: 'sim' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(ids(replica)).toEqual(['fast']);
    cluster.api.put(CUSTOM_RESOURCE_DEFINITIONS, crd);
    await cluster.untilCondition('Model', 'other', 'Ready', 'True');
    expect(operator.ready()).toBe(true);
  });

  it('that is newer is fine', async () => {
    const { cluster, operator, replica } = await one();
    const newer = structuredClone(toCrd(kindNamed('Model')));
    newer.metadata.annotations = { 'aicp.dev/schema-hash': 'newer' };
    cluster.api.put(CUSTOM_RESOURCE_DEFINITIONS, newer);
    await works(cluster, 'other', replica);
    expect(operator.ready()).toBe(true);
  });
});
