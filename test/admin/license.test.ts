import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import type { LicenseTier } from '@aicp/contracts/license/license-token';
import { issueLicense } from '@aicp/local/license/issue-license';
import { TIER_DEFAULTS } from '@aicp/local/license/tier-defaults';
import { newLicenseKeyPair, type LicenseKeyPair } from '@aicp/local/license/write-license-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';

const DAY_MS = 86_400_000;
const PATH = '/api/v1/license';
const FIELDS = [
  ...['company', 'customer_email', 'days_remaining', 'error', 'expired', 'expires_at'],
  ...['features', 'issued_at', 'present', 'tier', 'valid'],
];

describe('the license', () => {
  const directory = mkdtempSync(join(tmpdir(), 'aicp-license-'));
  const keysFile = join(directory, 'license-keys.json');
  let keys: LicenseKeyPair;
  let installation: AdminInstallation;
  let anybody: AdminClient;

  const issue = async (tier: LicenseTier, days = 90.5, key = keys.privateKey) =>
    await issueLicense(
      {
        customerId: 'c-1',
        email: 'it@acme.example',
        company: 'Acme',
        tier,
        issuedAtMs: Date.now() - DAY_MS,
        expiresAtMs: Date.now() + days * DAY_MS,
        features: TIER_DEFAULTS[tier].features,
      },
      key,
    );

  beforeAll(async () => {
    keys = await newLicenseKeyPair();
    writeFileSync(keysFile, JSON.stringify(keys.publicKeys));
    const variable = await issue('trial', 20.5);
    installation = await AdminInstallation.start({ config: { license: { variable, keysFile } } });
    anybody = new AdminClient(installation.url);
  });
  afterAll(async () => {
    await installation[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  const state = async () => (await anybody.get(PATH)).body;
  const becomes = async (wanted: Record<string, unknown>): Promise<void> => {
    await installation.until(async () => {
      const now = await state();
      return Object.entries(wanted).every(([field, value]) => now[field] === value);
    });
  };

  it('of a first start is the variable’s, is persisted, and shown to everybody in eleven fields', async () => {
    await becomes({ valid: true, tier: 'trial', days_remaining: 20 });
    expect(Object.keys(await state()).sort()).toEqual(FIELDS);
    await installation.until(
      async () => (await installation.get('License', 'default')) !== undefined,
    );
    await installation.until(async () => {
      const object = await installation.get('License', 'default');
      const said = object?.['status'] as { tier?: string } | undefined;
      return said?.tier === 'trial';
    });
    const entries = await (
      await installation.signIn()
    ).get<{ user_id: string }[]>('/api/v1/audit-logs?resource_type=license');
    expect(entries.body).toMatchObject([{ user_id: 'LICENSE_KEY', action: 'create' }]);
  });

  it('is put into force by the platform’s administrator, at once', async () => {
    const admin = await installation.signIn();
    const license_key = await issue('business');
    const tried = await admin.post(`${PATH}/activate?dry_run=true`, { license_key });
    expect(tried).toMatchObject({ status: 200, body: { tier: 'business' } });
    expect(await state()).toMatchObject({ tier: 'trial' });
    const answer = await admin.post(`${PATH}/activate`, { license_key: `${license_key}\n` });
    expect(answer).toMatchObject({ status: 200, body: { tier: 'business', days_remaining: 90 } });
    expect(await state()).toEqual(answer.body);
    expect(JSON.stringify(answer.body)).not.toContain(license_key.slice(0, 20));
    const { body } = await admin.get('/api/v1/audit-logs?resource_type=license&action=activate');
    expect(JSON.stringify(body)).not.toContain(license_key.slice(0, 40));
    expect(body).toHaveLength(1);
  });

  it('is nobody else’s to put into force', async () => {
    const license_key = await issue('enterprise');
    expect((await anybody.post(`${PATH}/activate`, { license_key })).status).toBe(401);
    await installation.put('Organization', 'acme', { displayName: 'Acme', slug: 'acme' });
    const { client } = await installation.somebody('org_admin', { organizationId: 'acme' });
    expect((await client.post(`${PATH}/activate`, { license_key })).status).toBe(403);
    expect(await state()).toMatchObject({ tier: 'business' });
  });

  it('stays as it is where another one does not verify', async () => {
    const admin = await installation.signIn();
    const foreign = await issue('enterprise', 90, (await newLicenseKeyPair()).privateKey);
    const good = await issue('enterprise');
    for (const license_key of [foreign, good.slice(0, -9), good.replace('.', '.x'), 'x']) {
      const answer = await admin.post(`${PATH}/activate`, { license_key });
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: 'License signature does not match: wrong issuer or tampered token' },
      });
    }
    expect(await state()).toMatchObject({ tier: 'business', valid: true });
  });

  it('comes from Git or kubectl just as well, and follows its Secret', async () => {
    const secret = (token: string) => ({
      metadata: { name: 'our-license', namespace: installation.namespace },
      type: 'Opaque',
      data: { token: Buffer.from(token).toString('base64') },
    });
    const options = { fieldManager: 'kubectl' };
    await installation.api.apply(SECRETS, secret(await issue('team')), options);
    const tokenSecretRef = { name: 'our-license', key: 'token' };
    await installation.put('License', 'default', { tokenSecretRef });
    await becomes({ tier: 'team', valid: true });
    await installation.api.apply(SECRETS, secret(await issue('team', -3.5)), options);
    await becomes({ expired: true, error: 'License expired 3 day(s) ago', days_remaining: 0 });
    await installation.api.apply(SECRETS, secret('tampered'), options);
    await becomes({ present: true, valid: false, tier: null });
    const conditions = async () => {
      const object = await installation.get('License', 'default');
      const { conditions: said = [] } = (object?.['status'] ?? {}) as {
        conditions?: { type: string; reason: string }[];
      };
      return said.map(({ type, reason }) => `${type} ${reason}`);
    };
    await installation.until(async () => (await conditions()).includes('RenewalDue NotVerified'));
    expect(await conditions()).toContain('Accepted Accepted');
  });

  it('of a restart is the persisted one', async () => {
    const admin = await installation.signIn();
    await admin.post(`${PATH}/activate`, { license_key: await issue('enterprise') });
    await installation.restartAdmin();
    anybody = new AdminClient(installation.url);
    await becomes({ tier: 'enterprise' });
    const { features } = (await state()) as { features: unknown };
    expect(features).toEqual({
      max_admins: -1,
      mcp_servers: true,
      workflows: true,
      sso: true,
      audit_retention_days: 2555,
    });
  });

  it('of a build without public keys can’t be verified, and says so', async () => {
    await using bare = await AdminInstallation.start({
      config: {
        license: { variable: await issue('team'), keysFile: join(directory, 'none.json') },
      },
    });
    const { body } = await new AdminClient(bare.url).get(PATH);
    expect(body).toMatchObject({
      present: true,
      valid: false,
      tier: null,
      features: {},
      error: 'License public key is not bundled with this admin API build',
    });
  });
});
