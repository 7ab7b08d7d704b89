import { CONFIG_MAPS, SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it } from 'vitest';
import { compiled } from '../../testing/compiled.ts';
import { model, provider } from '../../testing/builders.ts';
import { CommittedIndex, digestsOf } from './committed-index.ts';
import { INDEX_NAME, type SnapshotIndex } from './index-object.ts';
import { nextIndex } from './next-index.ts';
import { SectionStore } from './section-store.ts';

const namespace = 'ns';

function leader(api: FakeKubernetes) {
  const store = new SectionStore();
  const { log, entries } = recordingLog();
  const committed = new CommittedIndex({ api, namespace, store, log });
  /** The next index after compiling a model of this weight. */
  const next = (weight: number, term = 1): SnapshotIndex =>
    nextIndex({
      index: committed.index,
      digests: digestsOf(compiled([provider('sim'), model('m', { weight })]), store),
      degraded: [],
      refused: [],
      defaults: [],
      pin: committed.pin,
      furthest: undefined,
      term,
      now: '',
    })!;
  return { committed, store, next, entries };
}

describe('the committed index', () => {
  it('is written whole: every section has its Secrets before the index names it', async () => {
    const api = new FakeKubernetes();
    const { committed, next } = leader(api);
    await committed.read();
    await committed.commit(next(1));
    const writes = api.calls
      .filter(({ verb }) => verb === 'create')
      .map(({ resource }) => resource);
    expect(writes.at(-1)).toBe('configmaps');
    expect(committed.isIncomplete).toBe(false);

    const other = leader(api);
    await other.committed.read();
    expect(other.committed.index).toEqual(committed.index);
    for (const digest of Object.keys(committed.index.parts))
      expect(other.store.has(digest)).toBe(true);
  });

  it('is refused to a leader that was overtaken, who has to read it anew', async () => {
    const api = new FakeKubernetes();
    const [slow, fast] = [leader(api), leader(api)];
    await slow.committed.read();
    await slow.committed.commit(slow.next(1));
    await fast.committed.read();
    await fast.committed.commit(fast.next(2, 2));
    await expect(slow.committed.commit(slow.next(3))).rejects.toMatchObject({ status: 409 });
    expect(slow.committed.isFresh).toBe(false);
    await slow.committed.read();
    expect(slow.committed.index.term).toBe(2);
  });

  it('is refused to the second of two that are the first ever', async () => {
    const api = new FakeKubernetes();
    const [one, two] = [leader(api), leader(api)];
    await one.committed.read();
    await two.committed.read();
    await one.committed.commit(one.next(1));
    await expect(two.committed.commit(two.next(2))).rejects.toMatchObject({ status: 409 });
  });

  it('is distrusted as soon as a watch shows another version than the one written', async () => {
    const api = new FakeKubernetes();
    const { committed, next } = leader(api);
    await committed.read();
    await committed.commit(next(1));
    const own = api.peek(CONFIG_MAPS, { namespace, name: INDEX_NAME })!;
    committed.noticed(own);
    expect(committed.isFresh).toBe(true);
    const annotations = { 'aicp.dev/pin-revision': '1' };
    committed.noticed(api.put(CONFIG_MAPS, { ...own, metadata: { ...own.metadata, annotations } }));
    expect(committed.isFresh).toBe(false);
    await committed.read();
    expect(committed.pin).toBe(1);
  });

  it('remembers how far it was, when the store was set back', async () => {
    const api = new FakeKubernetes();
    const { committed, next } = leader(api);
    await committed.read();
    await committed.commit(next(1));
    const backup = api.backup();
    await committed.commit(next(2));
    api.restore(backup);
    await committed.read();
    expect(committed.index.history[0]?.revision).toBe(1);
    expect(committed.furthest).toEqual({ epoch: 1, revision: 2 });
  });

  it('writes sections anew whose Secrets were lost', async () => {
    const api = new FakeKubernetes();
    const { committed, next } = leader(api);
    await committed.read();
    await committed.commit(next(1));
    for (const { metadata } of api.all(SECRETS)) await api.remove(SECRETS, metadata);
    committed.forgetParts(Object.keys(committed.index.parts));
    expect(committed.isIncomplete).toBe(true);
    await committed.commit(committed.index);
    expect(committed.isIncomplete).toBe(false);
    expect(api.all(SECRETS).length).toBeGreaterThan(0);
  });

  it('starts from nothing where somebody spoilt it, and says so', async () => {
    const api = new FakeKubernetes();
    api.put(CONFIG_MAPS, {
      metadata: { name: INDEX_NAME, namespace },
      data: { 'index.json': '?' },
    });
    const { committed, next, entries } = leader(api);
    await committed.read();
    expect(committed.index.history).toEqual([]);
    expect(entries).toMatchObject([{ level: 'error', event: 'snapshot_index_unreadable' }]);
    await committed.commit(next(1));
    expect(committed.index.history).toHaveLength(1);
  });
});
