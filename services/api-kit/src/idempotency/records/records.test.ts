import { randomBytes } from 'node:crypto';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  RecordSeal,
  recordIdOf,
  IDEMPOTENCY_SECRET,
  SharedSecret,
  type SharedSecretOptions,
} from './sealing.ts';

describe('sealing', () => {
  const bytes = Buffer.alloc(32, 1);
  const usual = { id: 'r', key: 'k', secret: { id: 's', bytes }, randomBytes };
  const sealOf = (changes: Partial<typeof usual> = {}) => new RecordSeal({ ...usual, ...changes });

  describe('a kept answer', () => {
    it('is opened by the secret and the key together', () => {
      const sealed = sealOf().seal('aicp_ä');
      expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('aicp_');
      expect(sealOf().open(sealed)).toBe('aicp_ä');
    });

    it.each([
      ['another key', { key: 'l' }],
      ['another secret', { secret: { id: 's', bytes: Buffer.alloc(32, 2) } }],
      ['the place of another record', { id: 'q' }],
    ])('is not opened with %s', (_, changes) => {
      expect(sealOf(changes).open(sealOf().seal('aicp_'))).toBeUndefined();
    });

    it('is not opened where it was changed, or cut', () => {
      const sealed = Buffer.from(sealOf().seal('aicp_'), 'base64');
      for (let place = 0; place < sealed.length; place += 1) {
        const changed = Buffer.from(sealed);
        changed[place]! ^= 1;
        expect(sealOf().open(changed.toString('base64')), String(place)).toBeUndefined();
        expect(sealOf().open(sealed.subarray(0, place).toString('base64'))).toBeUndefined();
      }
    });

    it('never looks the same twice', () => {
      expect(sealOf().seal('aicp_')).not.toBe(sealOf().seal('aicp_'));
    });
  });

  describe('a fingerprint', () => {
    it('is the same for the same request, and tells nothing to who lacks the secret', () => {
      const parts = ['POST', '/a', null, 'digest'];
      expect(sealOf().fingerprint(parts)).toBe(sealOf().fingerprint(parts));
      expect(sealOf().fingerprint(parts)).not.toBe(sealOf({ key: 'l' }).fingerprint(parts));
      expect(sealOf().fingerprint(parts)).not.toBe(
        sealOf({ secret: { id: 's', bytes: Buffer.alloc(32, 2) } }).fingerprint(parts),
      );
    });

    it('does not confuse where one part ends and the next begins', () => {
      expect(sealOf().fingerprint(['ab', 'c'])).not.toBe(sealOf().fingerprint(['a', 'bc']));
      expect(recordIdOf('ab', 'c')).not.toBe(recordIdOf('a', 'bc'));
    });
  });
});

describe('shared secret', () => {
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
        api,
        namespace: 'aicp',
        clock,
        randomBytes,
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
});
