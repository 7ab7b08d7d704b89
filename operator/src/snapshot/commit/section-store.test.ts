import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { expect, it } from 'vitest';
import { EMPTY_INDEX, type SnapshotIndex } from './index-object.ts';
import { writeParts } from './parts.ts';
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
  store.keepOnly([digest]);
  expect([store.has(digest), store.has('other')]).toEqual([true, false]);
});
