import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KubernetesObject, SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { loadBootCopy } from '@aicp/common/snapshot/store';
import { canonicalJson, sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MOST_PARTS, writeBootCopy } from './boot-copy.ts';
import { collectGarbage } from './collect-garbage.ts';
import { EMPTY_INDEX, type SnapshotIndex } from './index-object.ts';
import { PART_BYTES, readParts, writeParts } from './parts.ts';
import { previousOf } from './previous.ts';
import { SectionStore } from './section-store.ts';

const bytes = '[{"id":"m","source":{"generation":3,"kind":"Model","name":"m","uid":"u"}}]';
const digest = sha256(bytes);

async function committed(api: FakeKubernetes): Promise<SnapshotIndex> {
  const services = { gateway: { digest: '', sections: { models: digest } } };
  return {
    ...EMPTY_INDEX,
    history: [{ epoch: 1, revision: 1, at: '', services, degraded: [] }],
    parts: { [digest]: await writeParts(api, 'ns', bytes) },
  };
}

it('reads what an index names, once', async () => {
  const api = new FakeKubernetes();
  const index = await committed(api);
  const store = new SectionStore();
  expect(await store.load(api, 'ns', index)).toEqual([]);
  expect(store.bytes(digest)).toBe(bytes);
  const calls = api.calls.length;
  await store.load(api, 'ns', index);
  expect(api.calls).toHaveLength(calls);
});

it('says which sections are missing', async () => {
  const api = new FakeKubernetes();
  const index = await committed(api);
  for (const { metadata } of api.all(SECRETS)) await api.remove(SECRETS, metadata);
  expect(await new SectionStore().load(api, 'ns', index)).toEqual([digest]);
});

it('gives the fragments of a section by the object that they were made from', () => {
  const store = new SectionStore();
  store.remember(digest, bytes);
  expect(store.fragments(digest)?.get('u')).toMatchObject({
    generation: 3,
    text: bytes.slice(1, -1),
    value: { id: 'm' },
  });
  expect(store.fragments('unknown')).toBeUndefined();
});

it('forgets what nobody needs any more', () => {
  const store = new SectionStore();
  store.remember(digest, bytes);
  store.remember('other', '[]');
  store.keepOnly([digest], [digest]);
  expect([store.has(digest), store.has('other')]).toEqual([true, false]);
});

it('keeps of a section that is not served what its bytes can be made from again', () => {
  const store = new SectionStore();
  store.remember(digest, bytes);
  store.remember('spaced', ` ${bytes}`);
  for (const name of [digest, 'spaced']) store.fragments(name);
  store.keepOnly([digest, 'spaced'], []);
  expect(store.bytes(digest)).toBe(bytes);
  expect(store.bytes('spaced')).toBe(` ${bytes}`);
});

describe('parts', () => {
  const namespace = 'ns';
  /** Text that no compression makes small. */
  const big = JSON.stringify([randomBytes(2_000_000).toString('hex')]);
  const secret = (api: FakeKubernetes, name: string) => api.peek(SECRETS, { namespace, name });
  const sizeOf = ({ data }: KubernetesObject): number =>
    Buffer.from((data as { part: string }).part, 'base64').length;

  describe('the parts of a section', () => {
    it('are immutable Secrets that no object may refer to, small enough, and give the bytes back', async () => {
      const api = new FakeKubernetes();
      const names = await writeParts(api, namespace, big);
      expect(names.length).toBeGreaterThan(2);
      for (const part of api.all(SECRETS)) {
        expect(part).toMatchObject({ immutable: true });
        expect(part.metadata.labels).toMatchObject({
          'app.kubernetes.io/managed-by': 'aicp-operator',
          'aicp.dev/snapshot': 'part',
        });
        expect(sizeOf(part)).toBeLessThanOrEqual(PART_BYTES);
      }
      expect(await readParts(api, { namespace, names, digest: sha256(big) })).toBe(big);
    });

    it('are named by their contents, so that the same section is written once', async () => {
      const api = new FakeKubernetes();
      const first = await writeParts(api, namespace, '[1]');
      expect(await writeParts(api, namespace, '[1]')).toEqual(first);
      expect(await writeParts(api, namespace, '[2]')).not.toEqual(first);
      expect(api.all(SECRETS)).toHaveLength(2);
    });

    it('that are missing, spoilt or of another section are none', async () => {
      const api = new FakeKubernetes();
      const names = await writeParts(api, namespace, big);
      const read = (digest = sha256(big)) => readParts(api, { namespace, names, digest });
      expect(await read('another')).toBeUndefined();
      const last = secret(api, names.at(-1)!)!;
      api.put(SECRETS, { ...last, data: { part: 'AAAA' } });
      expect(await read()).toBeUndefined();
      await api.remove(SECRETS, last.metadata);
      expect(await read()).toBeUndefined();
    });
  });
});

const store = new SectionStore();

/** History, newest first: the generation of object `u` in each revision, undefined where it was left out. */
function history(...generations: (number | undefined)[]): SnapshotIndex {
  return {
    ...EMPTY_INDEX,
    history: generations.map((generation, place) => {
      const source = { kind: 'Model', name: 'm', uid: 'u', generation: generation ?? 0 };
      const bytes = canonicalJson(generation === undefined ? [] : [{ source }]);
      store.remember(sha256(bytes), bytes);
      const services = { gateway: { digest: '', sections: { models: sha256(bytes) } } };
      return { epoch: 1, revision: 9 - place, at: '', services, degraded: [] };
    }),
  };
}

const refused = (...generations: number[]) =>
  generations.map((generation) => ({
    uid: 'u',
    generation,
    section: 'models',
    message: 'x',
    by: 'gateway 1',
  }));

it.each([
  ['the newest', history(3, 2), [], 3],
  ['the one before it where that was refused', history(3, 2), [3], 2],
  ['the one before those that were refused', history(4, 3, 2), [3, 4], 2],
  ['none where all were refused', history(3, 2), [2, 3], undefined],
  ['none from beyond a revision without it', history(undefined, 2), [], undefined],
  [
    'none from beyond a revision without it, refused or not',
    history(3, undefined, 1),
    [3],
    undefined,
  ],
  ['none of an object that never was there', history(), [], undefined],
] as const)('the last good form is %s', (_, index, generations, expected) => {
  const previous = previousOf(index, refused(...generations), store);
  const fragment = previous.lastGood('models', 'u') as
    { source: { generation: number } } | undefined;
  expect(fragment?.source.generation).toBe(expected);
});

it('lists the refused generations of an object', () => {
  expect(previousOf(EMPTY_INDEX, refused(1, 2), store).rejected.get('u')).toHaveLength(2);
});

describe('boot copy', () => {
  const namespace = 'ns';
  /** Text that no compression makes small. */
  const noise = (bytes: number): string => JSON.stringify([randomBytes(bytes).toString('hex')]);
  const big = noise(2_000_000);
  const secret = (api: FakeKubernetes, name: string) => api.peek(SECRETS, { namespace, name });

  function snapshot(models: string, revision = 1): StoredSnapshot {
    const sections = { models: sha256(models) };
    const manifest = { epoch: 1, revision, digest: snapshotDigest(sections), sections };
    return { manifest, degraded: ['RoutingPolicy/x'], contents: { models } };
  }

  /** Mounts the Secrets of a boot copy as a kubelet does. */
  async function mounted(api: FakeKubernetes): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'aicp-boot-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    for (const { metadata, data } of api.all(SECRETS)) {
      const folder = join(directory, metadata.name.replace('aicp-boot-gateway-', ''));
      await mkdir(folder);
      for (const [key, value] of Object.entries(data as Record<string, string>)) {
        await writeFile(join(folder, key), Buffer.from(value, 'base64'));
      }
    }
    return directory;
  }

  describe('the copy that pods start from', () => {
    const options = (api: FakeKubernetes) => ({ api, namespace, fieldManager: 'aicp-operator' });

    it('is what a service reads', async () => {
      const api = new FakeKubernetes();
      for (const one of [snapshot('[1]'), snapshot(big, 2), snapshot('[3]', 3)]) {
        expect(await writeBootCopy(options(api), 'gateway', one)).toEqual({ state: 'written' });
        expect(await loadBootCopy(await mounted(api))).toEqual(one);
      }
      expect(api.all(SECRETS)).toHaveLength(1);
    });

    it('is not written again while nothing changed', async () => {
      const api = new FakeKubernetes();
      await writeBootCopy(options(api), 'gateway', snapshot('[1]'));
      const again = await writeBootCopy(options(api), 'gateway', snapshot('[1]'));
      expect(again).toEqual({ state: 'current' });
    });

    it('is removed where the snapshot has more parts than pods mount', async () => {
      const api = new FakeKubernetes();
      await writeBootCopy(options(api), 'gateway', snapshot(big));
      const outcome = await writeBootCopy(options(api), 'gateway', snapshot(noise(5_900_000), 2));
      expect(outcome).toEqual({ state: 'too_large', parts: MOST_PARTS + 1 });
      expect(api.all(SECRETS)).toEqual([]);
    });

    it('is none for a pod that sees it half refreshed', async () => {
      const api = new FakeKubernetes();
      await writeBootCopy(options(api), 'gateway', snapshot(big));
      const old = secret(api, 'aicp-boot-gateway-1')!;
      await writeBootCopy(options(api), 'gateway', snapshot(noise(2_000_000), 2));
      api.put(SECRETS, old);
      expect(await loadBootCopy(await mounted(api))).toBeUndefined();
    });
  });
});

describe('collect garbage', () => {
  const namespace = 'ns';
  const secret = (api: FakeKubernetes, name: string) => api.peek(SECRETS, { namespace, name });

  describe('garbage collection', () => {
    it('removes what no revision names, but nothing young, nothing named and nothing of others', async () => {
      let now = 0;
      const api = new FakeKubernetes(() => now);
      const [old = ''] = await writeParts(api, namespace, '[1]');
      const [named = ''] = await writeParts(api, namespace, '[2]');
      api.put(SECRETS, { metadata: { name: 'mine', namespace } });
      now = 20_000;
      const [young = ''] = await writeParts(api, namespace, '[3]');
      now = 40_000;
      const index = { ...EMPTY_INDEX, parts: { two: [named], lost: ['aicp-snap-gone'] } };
      const collected = await collectGarbage({ api, namespace, index, nowMs: now });
      expect(collected).toEqual({ removed: 1, incomplete: ['lost'] });
      expect(secret(api, old)).toBeUndefined();
      for (const name of [named, young, 'mine']) expect(secret(api, name)).toBeDefined();
    });
  });
});
