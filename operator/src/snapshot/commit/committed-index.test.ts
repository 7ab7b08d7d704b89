import { CONFIG_MAPS, SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { SECTIONS } from '@aicp/contracts/snapshot/sections';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { model, provider } from '../../testing/builders.ts';
import { compiled } from '../../testing/compiled.ts';
import { CommittedIndex, digestsOf } from './committed-index.ts';
import { EMPTY_INDEX, INDEX_NAME, type SnapshotIndex } from './index-object.ts';
import { type NextIndexInput, isAhead, nextIndex, sectionDigests } from './next-index.ts';
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

const NAMES = Object.keys(SECTIONS.gateway);
const digests = (text: string): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, `${name}:${text}`]));

const input = (index: SnapshotIndex, more: Partial<NextIndexInput> = {}): NextIndexInput => ({
  index,
  digests: digests('a'),
  degraded: [],
  refused: [],
  defaults: [],
  pin: undefined,
  furthest: undefined,
  term: 1,
  now: '2026-01-01T00:00:00Z',
  ...more,
});

/** Commits one after the other, each with these digests. */
function committed(...texts: string[]): SnapshotIndex {
  return texts.reduce<SnapshotIndex>(
    (index, text) => nextIndex(input(index, { digests: digests(text) })) ?? index,
    EMPTY_INDEX,
  );
}

const revisions = (index: SnapshotIndex | undefined) =>
  index?.history.map(({ epoch, revision }) => `${epoch}.${revision}`);
const sections = (index: SnapshotIndex | undefined) =>
  index?.history[0]?.services['gateway']?.sections ?? {};

describe('the next index', () => {
  it('begins at epoch 1, revision 1', () => {
    expect(revisions(committed('a'))).toEqual(['1.1']);
  });

  it('is none where the committed one says it all', () => {
    expect(nextIndex(input(committed('a'), { now: '2030-01-01T00:00:00Z' }))).toBeUndefined();
  });

  it('has a new revision where a section changed, or what is degraded', () => {
    const index = committed('a');
    expect(revisions(nextIndex(input(index, { digests: digests('b') })))).toEqual(['1.2', '1.1']);
    const degraded = nextIndex(input(index, { degraded: ['RoutingPolicy/x'] }));
    expect(revisions(degraded)).toEqual(['1.2', '1.1']);
    expect(degraded?.history[0]?.services).toEqual(index.history[0]?.services);
  });

  it('has no new revision where only a leader, a refusal or a default is new: no replica need know', () => {
    const index = committed('a');
    const refused = [{ uid: 'u', generation: 1, section: 'models', message: 'x', by: 'gateway 1' }];
    for (const more of [{ term: 2 }, { refused }, { defaults: ['ControlPlane/default'] }]) {
      const next = nextIndex(input(index, more));
      expect(next).toBeDefined();
      expect(next?.history).toEqual(index.history);
    }
  });

  it('keeps the last five revisions and forgets the parts of the others', () => {
    let index = committed('a', 'b', 'c', 'd', 'e');
    index = {
      ...index,
      parts: Object.fromEntries(sectionDigests(index.history).map((d) => [d, [d]])),
    };
    const next = nextIndex(input(index, { digests: digests('f') }));
    expect(revisions(next)).toEqual(['1.6', '1.5', '1.4', '1.3', '1.2']);
    expect(Object.keys(next?.parts ?? {})).not.toContain('models:a');
    expect(Object.keys(next?.parts ?? {})).toContain('models:b');
  });
});

describe('a pin', () => {
  const index = committed('a', 'b');

  it('hands an old revision out as a new one, but for keys and credentials', () => {
    const next = nextIndex(input(index, { digests: digests('c'), pin: 1 }));
    expect(revisions(next)).toEqual(['1.3', '1.2', '1.1']);
    expect(sections(next)).toMatchObject({
      models: 'models:a',
      policies: 'policies:a',
      settings: 'settings:a',
      credentials: 'credentials:c',
      'keys-0': 'keys-0:c',
    });
  });

  it('changes nothing more while only pinned sections change', () => {
    const next = nextIndex(input(index, { digests: digests('b'), pin: 1 }));
    const changed = { ...digests('b'), models: 'models:z' };
    expect(nextIndex(input(next!, { digests: changed, pin: 1 }))).toBeUndefined();
  });

  it('keeps its revision however many commits follow', () => {
    let pinned: SnapshotIndex = index;
    for (let n = 0; n < 9; n += 1) {
      pinned = nextIndex(input(pinned, { digests: digests(`k${n}`), pin: 1 })) ?? pinned;
    }
    expect(revisions(pinned)).toContain('1.1');
    expect(sections(pinned)['models']).toBe('models:a');
  });

  it.each([99, 'unreadable'] as const)('of %s freezes what is served', (pin) => {
    const next = nextIndex(input(index, { digests: digests('c'), pin }));
    expect(sections(next)).toMatchObject({ models: 'models:b', 'keys-1': 'keys-1:c' });
  });

  it('that is taken away gives what was compiled last', () => {
    const pinned = nextIndex(input(index, { digests: digests('c'), pin: 1 }))!;
    expect(sections(nextIndex(input(pinned, { digests: digests('c') })))).toEqual(digests('c'));
  });
});

describe('a store that was set back', () => {
  const index = committed('a', 'b');

  it('gets a new epoch, later than any that was seen, though nothing else changed', () => {
    const next = nextIndex(
      input(index, { digests: digests('b'), furthest: { epoch: 4, revision: 90 } }),
    );
    expect(revisions(next)).toEqual(['5.3', '1.2', '1.1']);
  });

  it('is known by a replica that is further, or at the same place with something else', () => {
    const [current] = index.history;
    const digest = current?.services['gateway']?.digest ?? '';
    expect(isAhead({ epoch: 1, revision: 3 }, current)).toBe(true);
    expect(isAhead({ epoch: 2, revision: 1 }, current)).toBe(true);
    expect(isAhead({ epoch: 1, revision: 2, digest: 'other' }, current)).toBe(true);
    expect(isAhead({ epoch: 1, revision: 2, digest }, current)).toBe(false);
    expect(isAhead({ epoch: 1, revision: 1, digest: 'other' }, current)).toBe(false);
    expect(isAhead({ epoch: 1, revision: 1 }, undefined)).toBe(true);
  });
});

it('never goes back, whatever happens', () => {
  const step = fc.record({
    digests: fc.constantFrom('a', 'b', 'c').map(digests),
    pin: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    furthest: fc.option(
      fc.record({
        epoch: fc.integer({ min: 1, max: 4 }),
        revision: fc.integer({ min: 1, max: 9 }),
      }),
      { nil: undefined },
    ),
    term: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let index: SnapshotIndex = EMPTY_INDEX;
      for (const one of steps) {
        const before = index.history[0];
        index = nextIndex(input(index, one)) ?? index;
        const now = index.history[0]!;
        if (before) expect(isAhead(now, before) || now === before).toBe(true);
        if (one.furthest) expect(isAhead(one.furthest, now)).toBe(false);
      }
    }),
  );
});
