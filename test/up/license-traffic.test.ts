import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { loadKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { license } from '@aicp/crds/license';
import { issueLicense } from '@aicp/local/license/issue-license';
import { TIER_DEFAULTS } from '@aicp/local/license/tier-defaults';
import { newLicenseKeyPair } from '@aicp/local/license/write-license-keys';
import { resourceTypeOf } from '@aicp/operator/control/resource-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../admin/clients.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation, Parts } from './installation.ts';

/** On a machine that is busy with other things. */
const START_MS = 120_000;
const DAY_MS = 86_400_000;

let installation: Installation;
let parts: Parts;
let keysFile: string;
let keys: Awaited<ReturnType<typeof newLicenseKeyPair>>;

beforeAll(async () => {
  installation = await Installation.prepare();
  keys = await newLicenseKeyPair();
  keysFile = join(installation.directory, 'license-keys.json');
  writeFileSync(keysFile, JSON.stringify(keys.publicKeys));
  parts = new Parts(installation, { AICP_LICENSE_KEYS_FILE: keysFile });
  parts.start('control');
  parts.start('gateway');
  await until(serves, { what: 'the gateway serves', timeoutMs: START_MS });
}, START_MS + 30_000);
afterAll(async () => {
  await parts.killAll();
  rmSync(installation.directory, { recursive: true, force: true });
});

async function serves(): Promise<boolean> {
  try {
    return (await installation.ask()).status === 200;
  } catch {
    // Not listening yet.
    return false;
  }
}

const state = async (): Promise<Record<string, unknown>> => {
  try {
    return (await new AdminClient(installation.adminUrl).get('/api/v1/license')).body;
  } catch {
    // Not listening yet.
    return {};
  }
};

const token = async (days: number, key = keys.privateKey) =>
  await issueLicense(
    {
      customerId: 'c-1',
      email: 'it@acme.example',
      company: 'Acme',
      tier: 'team',
      issuedAtMs: Date.now() - DAY_MS,
      expiresAtMs: Date.now() + days * DAY_MS,
      features: TIER_DEFAULTS.team.features,
    },
    key,
  );

/** Makes a token the license, as kubectl does. */
async function apply(text: string): Promise<void> {
  const config = loadKubeConfig(installation.kubeconfig);
  const api = new KubernetesClient(config, 'test');
  const metadata = { name: 'license', namespace: 'default' };
  const data = { token: Buffer.from(text).toString('base64') };
  const options = { fieldManager: 'kubectl' };
  await api.apply(SECRETS, { metadata, type: 'Opaque', data }, options);
  const spec = { tokenSecretRef: { name: 'license', key: 'token' } };
  const object = { metadata: { ...metadata, name: 'default' }, spec };
  await api.apply(resourceTypeOf(license), object, options);
  await config.close();
}

async function becomes(wanted: Record<string, unknown>): Promise<void> {
  const holds = async (): Promise<boolean> => {
    const now = await state();
    return Object.entries(wanted).every(([field, value]) => now[field] === value);
  };
  await until(holds, { what: `the license is ${JSON.stringify(wanted)}`, timeoutMs: START_MS });
}

const SIGNATURE = 'License signature does not match: wrong issuer or tampered token';

it.each([
  ['none', undefined, { present: false, valid: false }],
  ['valid', () => token(30), { present: true, valid: true, expired: false, error: null }],
  ['expired', () => token(-2.5), { expired: true, error: 'License expired 2 day(s) ago' }],
  ['cut short', async () => (await token(30)).slice(0, -5), { valid: false, error: SIGNATURE }],
  [
    'of another vendor',
    async () => await token(30, (await newLicenseKeyPair()).privateKey),
    { present: true, valid: false, error: SIGNATURE },
  ],
] as const)(
  'traffic flows where the license is %s',
  async (_, made, wanted) => {
    if (made) await apply(await made());
    await becomes(wanted);
    expect((await installation.ask()).status).toBe(200);
  },
  240_000,
);

it('traffic flows where the build has no key to verify a license with', async () => {
  await apply(await token(30));
  await parts.kill('control');
  const bare = new Parts(installation, { AICP_LICENSE_KEYS_FILE: `${keysFile}.none` });
  bare.start('control');
  await becomes({
    present: true,
    valid: false,
    error: 'License public key is not bundled with this admin API build',
  });
  expect((await installation.ask()).status).toBe(200);
  await bare.killAll();
}, 240_000);
