import { randomBytes } from 'node:crypto';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { beforeEach, describe, expect, it } from 'vitest';
import { IDEMPOTENCY_SECRET, SharedSecret, type SharedSecretOptions } from './shared-secret.ts';

const ref = { namespace: 'aicp', name: IDEMPOTENCY_SECRET };

describe('the secret of the installation', () => {
  let api: FakeKubernetes;
  let clock: ManualClock;
  beforeEach(() => {
    api = new FakeKubernetes();
    clock = new ManualClock();
  });
  const replica = (changes: Partial<SharedSecretOptions> = {}) =>
    new SharedSecret({
      ...{ api, namespace: 'aicp', clock, randomBytes },
      log: recordingLog().log,
      ...changes,
    });

  it('is made once and shared by all replicas, though they begin together', async () => {
    const replicas = [replica(), replica(), replica()];
    const found = await Promise.all(replicas.map((one) => one.current()));
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(new Set(found.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1);
    expect(found[0]?.bytes).toHaveLength(32);
    expect(await replica().current()).toEqual(found[0]);
  });

  it('counts on while the Kubernetes API is away, and is asked for where it was never read', async () => {
    const known = replica();
    const before = await known.current();
    clock.jump(61_000);
    const get = () => Promise.reject(new Error('away'));
    const cut = replica({ api: { get, create: get } });
    await expect(cut.current()).rejects.toThrow('away');
    api.get = get;
    expect(await known.current()).toEqual(before);
  });

  it('is another one within a minute after it was deleted', async () => {
    const one = replica();
    const before = await one.current();
    await api.remove(SECRETS, ref);
    expect(await one.current()).toEqual(before);
    clock.jump(60_000);
    expect((await one.current()).id).not.toBe(before.id);
  });

  it('is not taken from a Secret that holds none', async () => {
    await api.create(SECRETS, { metadata: ref, data: { key: 'AAAA' } });
    await expect(replica().current()).rejects.toThrow(/delete it/);
  });
});
