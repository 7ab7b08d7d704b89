import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { describe, expect, it } from 'vitest';
import { Caches } from './caches.ts';

const object = (more: Partial<KubernetesObject['metadata']> = {}): KubernetesObject => ({
  metadata: {
    name: 'a',
    namespace: 'ns',
    uid: 'u',
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...more,
  },
  spec: { x: 1 },
});
const take = (caches: Caches, one: KubernetesObject | undefined) =>
  caches.takeObject('Model', 'a', one);

describe('the caches', () => {
  it('keep the compiler’s view of an object until its spec changes', () => {
    const caches = new Caches();
    expect(take(caches, object())).toBe(true);
    const [first] = caches.sources();
    const { version } = caches;
    expect(take(caches, { ...object({ resourceVersion: '9' }), status: {} })).toBe(false);
    expect([...caches.sources()][0]).toBe(first);
    expect(caches.version).toBe(version);
    expect(caches.object('Model', 'a')?.metadata.resourceVersion).toBe('9');

    expect(take(caches, object({ generation: 2 }))).toBe(true);
    expect([...caches.sources()][0]).not.toBe(first);
    expect(caches.version).toBeGreaterThan(version);
  });

  it('take an object that was made anew under its name for another one', () => {
    const caches = new Caches();
    take(caches, object());
    expect(take(caches, object({ uid: 'other' }))).toBe(true);
    expect([...caches.sources()]).toMatchObject([
      { uid: 'other', created: '2026-01-01T00:00:00Z' },
    ]);
  });

  it('give no object that is about to go, nor one that is gone', () => {
    const caches = new Caches();
    take(caches, object());
    expect(take(caches, object({ deletionTimestamp: '2026-01-01T00:00:00Z' }))).toBe(true);
    expect([...caches.sources()]).toEqual([]);
    expect(take(caches, undefined)).toBe(true);
    expect(caches.object('Model', 'a')).toBeUndefined();
  });

  it('tell edits of specs, and say that there is more to see where there is', () => {
    const caches = new Caches();
    take(caches, object());
    expect(caches.edits).toBeUndefined();
    const [first] = caches.sources();
    caches.compiled();
    expect(caches.edits).toEqual({ objects: [], bound: new Set() });

    take(caches, object({ generation: 2 }));
    take(caches, object({ generation: 3 }));
    caches.bind('u', { owner: { objectUid: 'u', organization: 'acme', organizationUid: 'x' } });
    const [third] = caches.sources();
    expect(caches.edits).toEqual({
      objects: [{ before: first, after: third }],
      bound: new Set(['u']),
    });
    caches.compiled();
    expect(caches.edits).toEqual({ objects: [], bound: new Set() });
  });

  it.each<[string, (caches: Caches) => void]>([
    ['an object is new', (caches) => void caches.takeObject('Model', 'b', object({ name: 'b' }))],
    ['an object is gone', (caches) => void take(caches, undefined)],
    [
      'an object is about to go',
      (caches) => void take(caches, object({ deletionTimestamp: 'now' })),
    ],
    ['an object was made anew', (caches) => void take(caches, object({ uid: 'other' }))],
    [
      'a Secret is another',
      (caches) =>
        void caches.takeSecret({
          key: 'ns/s',
          object: { metadata: { name: 's' }, type: 'Opaque' },
          previous: undefined,
        }),
    ],
  ])('tell no edits where %s', (_, change) => {
    const caches = new Caches();
    take(caches, object());
    caches.compiled();
    change(caches);
    expect(caches.edits).toBeUndefined();
  });

  it('know Secrets, whose every change counts', () => {
    const caches = new Caches();
    const secret = { metadata: { name: 's' }, type: 'Opaque', data: { k: 'dg==' } };
    const change = { key: 'ns/s', object: secret, previous: undefined };
    expect(caches.takeSecret(change)).toBe(true);
    expect(caches.secret('s')).toEqual({
      name: 's',
      type: 'Opaque',
      labels: {},
      owners: [],
      data: { k: 'dg==' },
    });
    caches.takeSecret({ key: 'ns/s', object: undefined, previous: secret });
    expect(caches.secret('s')).toBeUndefined();
  });
});
