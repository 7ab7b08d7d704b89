import { SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { NoSigningKey, issueToken, readToken } from './access-token.ts';
import {
  KNOWN_MS,
  SIGNS_MS,
  newSigningKey,
  readKeyRing,
  renewed,
  signerOf,
  type SigningKey,
  type TokenKeys,
  SIGNING_KEYS_SECRET,
  SigningKeys,
  TOKEN_SECONDS,
} from './signing-keys.ts';
import type { Principal } from './principal.ts';

describe('access token', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z');
  const HASH = 'ab'.repeat(32);

  const holder: Principal = {
    kind: 'key',
    subject: 'ada@acme.example',
    email: 'ada@acme.example',
    keyUid: 'uid-1',
    keyName: 'ada',
    role: 'team_admin',
    organizationId: 'acme',
    teamIds: ['research'],
    permissions: new Set(['teams:read']),
  };

  const keysOf = (...keys: SigningKey[]): TokenKeys => ({
    signer: () => keys.at(-1),
    named: (kid) => Promise.resolve(keys.find((key) => key.kid === kid)),
  });

  const issue = (keys: TokenKeys) =>
    issueToken({
      principal: holder,
      credential: { type: 'key', uid: 'uid-1', hash: HASH.slice(0, 16) },
      jti: 'token-1',
      keys,
      nowMs: NOW,
    });

  describe('an access token', () => {
    it('says whose it is, and what he may do', async () => {
      const keys = keysOf(await newSigningKey(NOW));
      expect(await readToken(await issue(keys), keys, NOW)).toEqual({
        jti: 'token-1',
        exp: NOW / 1000 + TOKEN_SECONDS,
        sub: 'ada@acme.example',
        email: 'ada@acme.example',
        role: 'team_admin',
        org: 'acme',
        teams: ['research'],
        key: 'uid-1',
        key_hash: HASH.slice(0, 16),
      });
    });

    it('ends after half an hour', async () => {
      const keys = keysOf(await newSigningKey(NOW));
      const token = await issue(keys);
      const end = NOW + TOKEN_SECONDS * 1000;
      expect(await readToken(token, keys, end - 1000)).toBeDefined();
      expect(await readToken(token, keys, end)).toBeUndefined();
    });

    it('outlives a change of the signing key', async () => {
      const [old, next] = [await newSigningKey(NOW), await newSigningKey(NOW + 1)];
      const token = await issue(keysOf(old));
      expect(await readToken(token, keysOf(old, next), NOW)).toBeDefined();
      expect(await readToken(token, keysOf(next), NOW)).toBeUndefined();
    });

    it('is refused where its key, its contents, its issuer or its kind is another', async () => {
      const key = await newSigningKey(NOW);
      const keys = keysOf(key);
      const token = await issue(keys);
      const [header = '', payload = '', signature = ''] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
        string,
        unknown
      >;
      const forged = Buffer.from(JSON.stringify({ ...claims, role: 'platform_admin' }));
      const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' }));
      const signed = (more: object, typ = 'at+jwt') =>
        new SignJWT({ ...claims, ...more })
          .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ })
          .sign(key.privateKey);
      const bad = [
        'nonsense',
        `${header}.${forged.toString('base64url')}.${signature}`,
        `${unsigned.toString('base64url')}.${payload}.`,
        await signed({ iss: 'somebody' }),
        await signed({ aud: 'aicp-config' }),
        await signed({}, 'JWT'),
        await signed({ role: 'emperor' }),
      ];
      for (const one of bad) expect(await readToken(one, keys, NOW), one).toBeUndefined();
      expect(await readToken(await signed({}), keys, NOW)).toBeDefined();
    });

    it('can be neither made nor checked before there is a signing key', async () => {
      await expect(issue(keysOf())).rejects.toThrow(NoSigningKey);
      await expect(readToken('any', keysOf(), NOW)).rejects.toThrow(NoSigningKey);
    });
  });
});

describe('key ring', () => {
  const START = Date.parse('2026-01-01T00:00:00Z');
  const neverMade = () => Promise.reject(new Error('no key was to be made'));

  describe('the signing keys', () => {
    it('begin with one, which signs at once', async () => {
      const ring = (await renewed([], START, newSigningKey)) ?? [];
      expect(ring).toHaveLength(1);
      expect(signerOf(ring, START)).toBe(ring[0]);
    });

    it('are left alone while the newest is young enough', async () => {
      const ring = [await newSigningKey(START)];
      expect(renewed(ring, START + SIGNS_MS - 1, neverMade)).toBeUndefined();
    });

    it('get a successor by age, which signs only when every replica knows it', async () => {
      const old = await newSigningKey(START);
      const renewedAt = START + SIGNS_MS;
      const ring = (await renewed([old], renewedAt, newSigningKey)) ?? [];
      expect(ring.map(({ kid }) => kid)).toEqual([old.kid, ring[1]?.kid]);
      expect(signerOf(ring, renewedAt + KNOWN_MS - 1)).toBe(old);
      expect(signerOf(ring, renewedAt + KNOWN_MS)).toBe(ring[1]);
    });

    it('keep the old key until the last token that it signed has ended, and no longer', async () => {
      const renewedAt = START + SIGNS_MS;
      const ring = [await newSigningKey(START), await newSigningKey(renewedAt)];
      const end = renewedAt + KNOWN_MS + TOKEN_SECONDS * 1000;
      expect(renewed(ring, end - 1, neverMade)).toBeUndefined();
      expect(await renewed(ring, end, neverMade)).toEqual([ring[1]]);
    });

    it('are read back as they were written, the oldest first', async () => {
      const ring = [await newSigningKey(START + 1), await newSigningKey(START)];
      const read = await readKeyRing(JSON.stringify(ring.map(({ stored }) => stored)));
      expect(read.map(({ kid }) => kid)).toEqual([ring[1]?.kid, ring[0]?.kid]);
      expect(read[0]?.stored).toEqual(ring[1]?.stored);
    });

    it.each(['', 'nonsense', '{}', '[{"kid":"a"}]'])(
      'are made anew where the text is %j',
      async (text) => {
        expect(await readKeyRing(text)).toEqual([]);
      },
    );
  });
});

describe('signing keys', () => {
  const NAMESPACE = 'aicp';

  function replica(api: FakeKubernetes, clock: ManualClock) {
    const { log, entries } = recordingLog();
    const keys = new SigningKeys({ api, namespace: NAMESPACE, clock, random: () => 0.5, log });
    keys.start();
    return { keys, entries };
  }

  const knowsOne = (keys: SigningKeys) =>
    until('there is a key', () => keys.signer() !== undefined);

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
        api,
        namespace: NAMESPACE,
        clock,
        random: () => 0.5,
        log: recordingLog().log,
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
});
