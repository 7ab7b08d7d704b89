import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { licenseState, stateOf } from './license-state.ts';
import { verifyLicense } from './verify-license.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400;
const features = {
  max_admins: 50,
  mcp_servers: true,
  workflows: true,
  sso: true,
  audit_retention_days: 365,
  sre_agent: true,
};

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let own: Pair;
let foreign: Pair;

beforeAll(async () => {
  own = await generateKeyPair('Ed25519');
  foreign = await generateKeyPair('Ed25519');
});

const token = async (
  changes: Record<string, unknown> = {},
  { pair = own, alg = 'EdDSA' }: { pair?: Pair; alg?: string } = {},
) =>
  await new SignJWT({
    iss: 'aicp-license',
    sub: 'c-1',
    email: 'it@acme.example',
    org: 'Acme',
    tier: 'business',
    features,
    iat: NOW / 1000 - 10 * DAY,
    exp: NOW / 1000 + 20 * DAY,
    ...changes,
  })
    .setProtectedHeader({ alg })
    .sign(pair.privateKey);

const keys = async (...pairs: Pair[]) =>
  await Promise.all(pairs.map(async ({ publicKey }) => await exportJWK(publicKey)));

const look = async (text: string | undefined, nowMs = NOW) =>
  licenseState.parse(stateOf(await verifyLicense(text, await keys(own)), nowMs));

const unverified = {
  present: true,
  valid: false,
  expired: false,
  tier: null,
  customer_email: null,
  company: null,
  issued_at: null,
  expires_at: null,
  days_remaining: 0,
  features: {},
  error: 'License signature does not match: wrong issuer or tampered token',
};

describe('the license state', () => {
  it('without a license is all empty, and no problem', async () => {
    expect(await look(undefined)).toEqual({ ...unverified, present: false, error: null });
  });

  it.each(['EdDSA', 'Ed25519'])('of a good token signed as %s shows its claims', async (alg) => {
    expect(await look(await token({}, { alg }))).toEqual({
      present: true,
      valid: true,
      expired: false,
      tier: 'business',
      customer_email: 'it@acme.example',
      company: 'Acme',
      issued_at: '2026-11-11T00:00:00+00:00',
      expires_at: '2026-12-11T00:00:00+00:00',
      days_remaining: 20,
      features: {
        max_admins: 50,
        mcp_servers: true,
        workflows: true,
        sso: true,
        audit_retention_days: 365,
      },
      error: null,
    });
  });

  it.each([
    [0, 20],
    [1, 19],
    [19 * DAY, 1],
    [20 * DAY - 1, 0],
  ])('%s s later has %s whole days left', async (passed, days) => {
    const state = await look(await token(), NOW + passed * 1000);
    expect(state).toMatchObject({ expired: false, days_remaining: days, error: null });
  });

  it.each([
    [20 * DAY + 1, 0],
    [21 * DAY, 1],
    [25 * DAY - 1, 4],
  ])('%s s later expired %s days ago, and stays valid', async (passed, days) => {
    expect(await look(await token(), NOW + passed * 1000)).toMatchObject({
      present: true,
      valid: true,
      expired: true,
      days_remaining: 0,
      tier: 'business',
      error: `License expired ${days} day(s) ago`,
    });
  });

  it('of a token that another key signed shows none of its claims', async () => {
    expect(await look(await token({}, { pair: foreign }))).toEqual(unverified);
  });

  it('of a token whose claims were altered shows none of them', async () => {
    const [header, , signature] = (await token()).split('.');
    const claims = (await token({ tier: 'enterprise' })).split('.')[1];
    expect(await look(`${header}.${claims}.${signature}`)).toEqual(unverified);
  });

  it.each([1, 40, 200])('of a token that lacks its last %s characters shows nothing', async (n) => {
    expect(await look((await token()).slice(0, -n))).toEqual(unverified);
  });

  it.each(['', 'no token', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])(
    'of %j shows nothing',
    async (t) => {
      expect(await look(t)).toEqual(unverified);
    },
  );

  it.each([{ iss: 'elsewhere' }, { tier: 'gold' }, { features: {} }, { exp: undefined }])(
    'of a signed token with %j shows nothing: it is no license',
    async (changes) => {
      expect(await look(await token(changes))).toEqual(unverified);
    },
  );

  it('in a build without a key says so, and believes nothing', async () => {
    const state = stateOf(await verifyLicense(await token(), undefined), NOW);
    const error = 'License public key is not bundled with this admin API build';
    expect(state).toEqual({ ...unverified, error });
  });

  it('takes any of several keys, so that a vendor can change his', async () => {
    const text = await token({}, { pair: foreign });
    expect(await verifyLicense(text, await keys(own, foreign))).toMatchObject({ type: 'verified' });
  });
});
