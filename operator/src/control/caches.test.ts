import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { describe, expect, it } from 'vitest';
import { Caches, keepOfSecret } from './caches.ts';

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

describe('what is kept of a Secret', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":…}' };
  const secret = (type: string | undefined) => ({
    metadata: { name: 's', namespace: 'ns', uid: 'u', resourceVersion: '1', annotations },
    type,
    data: { k: 'dg==' },
  });

  it('are its values, without annotations that repeat them', () => {
    expect(keepOfSecret(secret('Opaque'))).toEqual({
      metadata: { name: 's', namespace: 'ns', uid: 'u', resourceVersion: '1' },
      type: 'Opaque',
      data: { k: 'dg==' },
    });
    expect(keepOfSecret(secret(undefined))).toHaveProperty('data');
  });

  it('is no value of a type that never is a credential of a provider', () => {
    expect(keepOfSecret(secret('kubernetes.io/service-account-token'))).not.toHaveProperty('data');
    expect(keepOfSecret(secret('helm.sh/release.v1'))).not.toHaveProperty('data');
  });
});
