import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { model } from '@aicp/crds/model';
import { team } from '@aicp/crds/team';
import { describe, expect, it } from 'vitest';
import { conditionsAreKnown } from './conditions-are-known.ts';
import { ObjectStore } from './store.ts';
import { typeOf, type StoredObject } from './stored-object.ts';

const NAMESPACE = 'aicp';

async function storeOn(
  api: FakeKubernetes,
  clock: Clock = systemClock,
): Promise<ObjectStore & AsyncDisposable> {
  const store = new ObjectStore({
    api,
    namespace: NAMESPACE,
    kinds: [team, model],
    clock,
    random: Math.random,
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
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
    const unseen = await store.create(team, { metadata: { name: 'unseen' }, spec: {} });
    expect(store.find(team, 'unseen')).toBeUndefined();
    expect(await store.withConditions(team, unseen)).toBe(unseen);
  });

  describe('which is asked to wait for the operator', () => {
    const setConditions = async (api: FakeKubernetes, reason: string, observedGeneration = 1) => {
      const metadata = { name: 'x', namespace: NAMESPACE };
      const conditions = [{ type: 'Programmed', reason }];
      await api.apply(
        typeOf(team),
        { metadata, status: { observedGeneration, conditions } },
        { fieldManager: 'operator', subresource: 'status' },
      );
    };
    const written = async (clock: Clock) => {
      const api = new FakeKubernetes();
      const store = await storeOn(api, clock);
      await until('it is filled', () => store.hasSynced && api.openWatches === 2);
      const made = await store.create(team, { metadata: { name: 'x' }, spec: {} });
      return { api, store, made };
    };

    it('answers once the conditions of what was written are known, with these', async () => {
      const { api, store, made } = await written(systemClock);
      await using _ = store;
      const answered = store.withConditions(team, made);
      await setConditions(api, 'Pending');
      await setConditions(api, 'Programmed');
      expect((await answered).status).toMatchObject({ conditions: [{ reason: 'Programmed' }] });
    });

    it('answers after two seconds of its clock what there is by then', async () => {
      const clock = new ManualClock();
      const { api, store, made } = await written(clock);
      await using _ = store;
      let isOver = false;
      const answered = store.withConditions(team, made).finally(() => {
        isOver = true;
      });
      await setConditions(api, 'Pending');
      await until('it is seen', () => store.find(team, 'x')?.status !== undefined);
      await clock.advance(1_999);
      expect(isOver).toBe(false);
      await clock.advance(1);
      expect((await answered).status).toMatchObject({ conditions: [{ reason: 'Pending' }] });
    });

    it('answers what was written where that is deleted meanwhile', async () => {
      const { store, made } = await written(new ManualClock());
      await using _ = store;
      const answered = store.withConditions(team, made);
      await store.remove(team, made);
      expect(await answered).toBe(made);
    });
  });
});

const withStatus = (status?: object): StoredObject => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'Team',
  metadata: { name: 'a' },
  spec: {},
  ...(status ? { status: { ...status } } : {}),
});
const programmed = (reason: string) => [
  { type: 'Accepted', reason: 'Accepted' },
  { type: 'Programmed', reason },
];

it.each([
  ['has no status yet', undefined, false],
  [
    'was looked at before that write',
    { observedGeneration: 1, conditions: programmed('Programmed') },
    false,
  ],
  ['waits for replicas', { observedGeneration: 2, conditions: programmed('Pending') }, false],
  ['has no such condition', { observedGeneration: 2, conditions: [] }, false],
  ['is in force', { observedGeneration: 2, conditions: programmed('Programmed') }, true],
  ['was refused', { observedGeneration: 2, conditions: programmed('NotAccepted') }, true],
  [
    'was looked at after another write',
    { observedGeneration: 3, conditions: programmed('NoReplicas') },
    true,
  ],
])('what has become of an object is known where it %s', (_, status, expected) => {
  expect(conditionsAreKnown(withStatus(status), 2)).toBe(expected);
});
