import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it } from 'vitest';
import { KNOWN_MS, SIGNS_MS } from './key-ring.ts';
import { SIGNING_KEYS_SECRET, SigningKeys } from './signing-keys.ts';

const NAMESPACE = 'aicp';

function replica(api: FakeKubernetes, clock: ManualClock) {
  const { log, entries } = recordingLog();
  const keys = new SigningKeys({ api, namespace: NAMESPACE, clock, random: () => 0.5, log });
  keys.start();
  return { keys, entries };
}

const knowsOne = (keys: SigningKeys) => until('there is a key', () => keys.signer() !== undefined);

describe('the signing keys of several replicas', () => {
  it('are made once, and shared through a Secret', async () => {
    const api = new FakeKubernetes();
    const clock = new ManualClock();
    const one = replica(api, clock);
    const other = replica(api, clock);
    await Promise.all([knowsOne(one.keys), knowsOne(other.keys)]);
    expect(other.keys.signer()?.kid).toBe(one.keys.signer()?.kid);
    expect(api.peek(SECRETS, { namespace: NAMESPACE, name: SIGNING_KEYS_SECRET })).toBeDefined();
    await Promise.all([one.keys.stop(), other.keys.stop()]);
  });

  it('are renewed by age, and a key of another replica is found when a token names it', async () => {
    const api = new FakeKubernetes();
    const clock = new ManualClock();
    const one = replica(api, clock);
    await knowsOne(one.keys);
    const first = one.keys.signer()?.kid ?? '';
    clock.jump(SIGNS_MS);
    await clock.advance(60_000);
    await clock.advance(KNOWN_MS);
    await until('the successor signs', () => one.keys.signer()?.kid !== first);

    const late = new SigningKeys({
      ...{ api, namespace: NAMESPACE, clock, random: () => 0.5, log: recordingLog().log },
    });
    expect((await late.named(one.keys.signer()?.kid ?? ''))?.kid).toBe(one.keys.signer()?.kid);
    await one.keys.stop();
  });

  it('are read as soon as the Kubernetes API is there', async () => {
    const api = new FakeKubernetes();
    const clock = new ManualClock();
    const get = api.get.bind(api);
    api.get = () => Promise.reject(new Error('away'));
    const { keys, entries } = replica(api, clock);
    await until('it has tried', () =>
      entries.some(({ event }) => event === 'signing_keys_not_read'),
    );
    expect(keys.signer()).toBeUndefined();
    api.get = get;
    await clock.advance(10_000);
    await knowsOne(keys);
    await keys.stop();
  });
});
