import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../access/permissions.ts';
import type { Principal } from '../access/principal.ts';
import { issueToken, NoSigningKey, readToken } from './access-token.ts';
import { newSigningKey, type SigningKey, type TokenKeys } from './key-ring.ts';
import { TOKEN_SECONDS } from './token-lifetime.ts';

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
  permissions: permissionsOf('team_admin'),
};

const keysOf = (...keys: SigningKey[]): TokenKeys => ({
  signer: () => keys.at(-1),
  named: (kid) => Promise.resolve(keys.find((key) => key.kid === kid)),
});

const issue = (keys: TokenKeys) =>
  issueToken({
    principal: holder,
    credential: { type: 'key', uid: 'uid-1', hash: HASH.slice(0, 16) },
    ...{ jti: 'token-1', keys, nowMs: NOW },
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
