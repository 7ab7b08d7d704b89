import { expect, it } from 'vitest';
import { credentialOf, issueToken, readToken } from '../auth/access-token.ts';
import { newSigningKey } from '../auth/key-ring.ts';
import { startOfHash } from './credential.ts';
import type { KnownKey } from './directory.ts';
import { principalOfCredential } from './principal-of-credential.ts';
import { principalOfKey } from './principal-of-key.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const HASH = 'ab'.repeat(32);

const keyOf = (more: Partial<KnownKey> = {}): KnownKey => ({
  source: { kind: 'APIKey', name: 'ada', uid: 'uid-1', generation: 1 },
  ...{ id: 'ada', uid: 'uid-1', role: 'member', blocked: false, metadata: {} },
  ...{ allowedModels: [], hashes: [{ hash: HASH }], ends: new Map([[HASH, Infinity]]) },
  ...more,
});

/** What a credential is worth where the directory has this key. */
const worth = (credential: Parameters<typeof principalOfCredential>[0], key: KnownKey) =>
  principalOfCredential(
    credential,
    {
      keyOfUid: () => key,
      organization: () => undefined,
      team: () => undefined,
      grantsOf: () => [],
    },
    NOW,
  );

/** What a token says that was given for this key. */
async function tokenFor(key: KnownKey) {
  const signing = await newSigningKey(NOW);
  const keys = { signer: () => signing, named: () => Promise.resolve(signing) };
  const token = await issueToken({
    principal: principalOfKey(key),
    credential: {
      ...{ type: 'key', uid: key.uid, hash: startOfHash(HASH) },
      generation: key.tokenGeneration,
    },
    ...{ jti: 'token-1', keys, nowMs: NOW },
  });
  const claims = await readToken(token, keys, NOW);
  if (!claims) throw new Error('the token cannot be read');
  return credentialOf(claims);
}

it('a token of a key that was blocked stays ended when the key is taken again', async () => {
  const before = await tokenFor(keyOf());
  expect(worth(before, keyOf())?.subject).toBe('ada');
  expect(worth(before, keyOf({ blocked: true, tokenGeneration: 1 }))).toBeUndefined();
  const again = keyOf({ tokenGeneration: 2 });
  expect(worth(before, again)).toBeUndefined();
  expect(worth(await tokenFor(again), again)?.subject).toBe('ada');
});
