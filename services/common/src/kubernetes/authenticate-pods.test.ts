import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { describe, expect, it } from 'vitest';
import { authenticatePods } from './authenticate-pods.ts';
import { FakeKubernetes } from './testing/fake-kubernetes.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { isReservedSecret } from './reserved-secret.ts';

const ISSUER = 'https://kubernetes.default.svc';
const START = Date.UTC(2026, 0, 1);

async function cluster() {
  const clock = new ManualClock(START);
  const api = new FakeKubernetes();
  api.documents.set('/.well-known/openid-configuration', { issuer: ISSUER });
  const publish = async (...pairs: { publicKey: CryptoKey; kid: string }[]) => {
    const keys = pairs.map(async ({ publicKey, kid }) => ({
      ...(await exportJWK(publicKey)),
      kid,
      alg: 'RS256',
    }));
    api.documents.set('/openid/v1/jwks', { keys: await Promise.all(keys) });
  };
  const pair = async (kid: string) => ({ ...(await generateKeyPair('RS256')), kid });
  const first = await pair('one');
  await publish(first);
  const authenticate = authenticatePods({
    api,
    namespace: 'aicp',
    audience: 'aicp-config',
    serviceAccounts: new Map([['aicp-gateway', 'gateway']]),
    clock,
  });
  const token = async (
    claims: { sub?: string; aud?: string; iss?: string; exp?: number; pod?: string } = {},
    signer = first,
  ) =>
    await new SignJWT({ 'kubernetes.io': { pod: { name: claims.pod ?? 'gateway-0' } } })
      .setProtectedHeader({ alg: 'RS256', kid: signer.kid })
      .setSubject(claims.sub ?? 'system:serviceaccount:aicp:aicp-gateway')
      .setAudience(claims.aud ?? 'aicp-config')
      .setIssuer(claims.iss ?? ISSUER)
      .setExpirationTime(claims.exp ?? START / 1000 + 3600)
      .sign(signer.privateKey);
  return { api, authenticate, clock, first, pair, publish, token };
}

describe('a pod', () => {
  it('is the service of its ServiceAccount, and itself', async () => {
    const { authenticate, token } = await cluster();
    expect(await authenticate(await token())).toEqual({ service: 'gateway', pod: 'gateway-0' });
  });

  it.each([
    ['another audience', { aud: 'https://kubernetes.default.svc' }],
    ['another issuer', { iss: 'https://elsewhere' }],
    ['an end that is past', { exp: START / 1000 - 60 }],
    ['another namespace', { sub: 'system:serviceaccount:default:aicp-gateway' }],
    ['another ServiceAccount', { sub: 'system:serviceaccount:aicp:default' }],
    ['a user’s name', { sub: 'admin' }],
    ['a name that goes on', { sub: 'system:serviceaccount:aicp:aicp-gateway:x' }],
  ])('is nobody with %s', async (_, claims) => {
    const { authenticate, token } = await cluster();
    expect(await authenticate(await token(claims))).toBeUndefined();
  });

  it('is nobody with a token that another signed, or with none', async () => {
    const { authenticate, pair, token } = await cluster();
    expect(await authenticate(await token({}, await pair('one')))).toBeUndefined();
    expect(await authenticate('no token')).toBeUndefined();
    expect(await authenticate('')).toBeUndefined();
  });

  it('is known while the API server is away', async () => {
    const { api, authenticate, clock, token } = await cluster();
    await authenticate(await token());
    api.documents.clear();
    await clock.advance(2 * 3_600_000);
    const late = await token({ exp: START / 1000 + 4 * 3600 });
    expect(await authenticate(late)).toMatchObject({ service: 'gateway' });
  });

  it('is known by a new key of the cluster, and not by one that was withdrawn an hour ago', async () => {
    const { authenticate, clock, first, pair, publish, token } = await cluster();
    const exp = START / 1000 + 9 * 3600;
    await authenticate(await token());
    const second = await pair('two');
    await publish(first, second);
    await clock.advance(60_000);
    expect(await authenticate(await token({ exp }, second))).toBeDefined();
    await publish(second);
    await clock.advance(3_700_000);
    expect(await authenticate(await token({ exp }, first))).toBeUndefined();
  });

  it('makes us ask the API server for keys now and then at most, however bad its tokens are', async () => {
    const { api, authenticate } = await cluster();
    for (let n = 0; n < 50; n += 1) await authenticate(`bad-${n}`);
    expect(api.calls.length).toBeLessThanOrEqual(2);
  });

  it('makes us ask once, however many of them come at the start', async () => {
    const { api, authenticate, token } = await cluster();
    const tokens = await Promise.all(['a', 'b', 'c'].map((pod) => token({ pod })));
    const known = await Promise.all(tokens.map((one) => authenticate(one)));
    expect(known.map((identity) => identity?.pod)).toEqual(['a', 'b', 'c']);
    expect(api.calls).toHaveLength(2);
  });

  it('cannot be known before the API server was ever reached', async () => {
    const { api, authenticate, token } = await cluster();
    api.documents.clear();
    await expect(authenticate(await token())).rejects.toThrow();
  });
});

const secret = { name: 'openai', labels: {}, type: 'Opaque' };

it('lets a Secret of a person’s be referred to', () => {
  expect(isReservedSecret(secret)).toBe(false);
  expect(isReservedSecret({ ...secret, type: undefined })).toBe(false);
});

it.each([
  { name: 'aicp-snap-1' },
  { name: 'aicp-boot-gateway-0' },
  { name: 'aicp-admin-signing-keys' },
  { labels: { 'app.kubernetes.io/managed-by': 'aicp-operator' } },
  { labels: { 'aicp.dev/reserved': '' } },
  { type: 'kubernetes.io/service-account-token' },
  { type: 'helm.sh/release.v1' },
])('reserves what has %j', (marks) => {
  expect(isReservedSecret({ ...secret, ...marks })).toBe(true);
});
