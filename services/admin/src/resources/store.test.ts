import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { model } from '@aicp/crds/model';
import { team } from '@aicp/crds/team';
import { describe, expect, it } from 'vitest';
import { ObjectStore } from './store.ts';
import { typeOf } from './stored-object.ts';

const NAMESPACE = 'aicp';

async function storeOn(api: FakeKubernetes): Promise<ObjectStore & AsyncDisposable> {
  const store = new ObjectStore({
    ...{ api, namespace: NAMESPACE, kinds: [team, model], clock: systemClock },
    ...{ random: Math.random, log: recordingLog().log, metrics: freshMetrics().metrics },
  });
  store.start();
  return await Promise.resolve(Object.assign(store, { [Symbol.asyncDispose]: () => store.stop() }));
}

const put = (api: FakeKubernetes, kind: typeof team | typeof model, name: string, spec: object) =>
  api.put(typeOf(kind), { metadata: { name, namespace: NAMESPACE }, spec });

describe('the store of objects', () => {
  it('says that it does not know yet, rather than that there is nothing', async () => {
    const api = new FakeKubernetes();
    const held = Promise.withResolvers<undefined>();
    api.intercept = async ({ verb }) => {
      if (verb === 'list') await held.promise;
    };
    await using store = await storeOn(api);
    for (const ask of [() => store.list(team), () => store.find(team, 'x')]) {
      expect(ask).toThrow(expect.objectContaining({ status: 503 }));
    }
    held.resolve(undefined);
    await until('it is filled', () => store.hasSynced);
    expect(store.list(team)).toEqual([]);
  });

  it('finds by name before slug, and a model by its id before its name', async () => {
    const api = new FakeKubernetes();
    put(api, team, 'ds', { displayName: 'by name' });
    put(api, team, 'data-science', { slug: 'ds' });
    put(api, team, 'other', { slug: 'lab' });
    put(api, model, 'gpt-4o', { modelId: 'openai/gpt-4o' });
    put(api, model, 'second', { modelId: 'gpt-4o' });
    await using store = await storeOn(api);
    await until('it is filled', () => store.hasSynced);
    expect(store.find(team, 'ds')?.metadata.name).toBe('ds');
    expect(store.find(team, 'ds', ({ spec }) => 'slug' in spec)?.metadata.name).toBe(
      'data-science',
    );
    expect(store.find(team, 'lab')?.metadata.name).toBe('other');
    expect(store.find(model, 'gpt-4o')?.metadata.name).toBe('second');
    expect(store.find(model, 'openai/gpt-4o')?.metadata.name).toBe('gpt-4o');
    expect(store.find(team, 'nobody')).toBeUndefined();
  });

  it('forgets a slug with the object that had it', async () => {
    const api = new FakeKubernetes();
    put(api, team, 'one', { slug: 'x' });
    await using store = await storeOn(api);
    await until('it is filled', () => store.hasSynced && api.openWatches === 2);
    const before = store.list(team);
    expect(store.list(team)).toBe(before);
    put(api, team, 'one', { slug: 'y' });
    await until('the change is seen', () => store.find(team, 'y') !== undefined);
    expect(store.find(team, 'x')).toBeUndefined();
    expect(store.list(team)).not.toBe(before);
  });

  it('shows what it wrote, even where the watch is slow, and does not wait for ever', async () => {
    const api = new FakeKubernetes();
    await using store = await storeOn(api);
    await until('it is filled', () => store.hasSynced && api.openWatches === 2);
    const made = await store.create(team, { metadata: { name: 'x' }, spec: {} });
    expect(store.find(team, 'x')?.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
    await store.remove(team, made);
    expect(store.find(team, 'x')).toBeUndefined();
    api.deaf = true;
    await store.create(team, { metadata: { name: 'unseen' }, spec: {} });
    expect(store.find(team, 'unseen')).toBeUndefined();
  });
});
