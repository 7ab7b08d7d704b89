import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startControlPlane, type ControlPlane } from '../kubernetes/control-plane/control-plane.ts';
import { applyAll, type Manifest } from '../kubernetes/control-plane/manifest.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { startAdmin, type Admin } from '../kubernetes/installation/admin.ts';
import { startInstallation, type Installation } from '../kubernetes/installation/installation.ts';
import { installCrds } from '../kubernetes/shared/shared-cluster.ts';
import { Load, quantile } from '../up/load.ts';
import { AdminClient } from './clients.ts';

const NAMESPACE = 'aicp';
const CHART = join(import.meta.dirname, '../chart/golden/default.yaml');
const KEYS = 10;

let plane: ControlPlane;
let installation: Installation;
let admin: Admin;
let client: AdminClient;

beforeAll(async () => {
  plane = await startControlPlane({ install: installCrds });
  await plane.client.ok('POST', '/api/v1/namespaces', { body: { metadata: { name: NAMESPACE } } });
  const permissions = await readFile(CHART, 'utf8');
  const place = { plane, namespace: NAMESPACE, permissions };
  installation = await startInstallation({ ...place, operators: 1, gateways: 2 });
  admin = await startAdmin({ ...place, installation });
  await apply('Provider', 'simulated', { type: 'simulated' });
  await apply('Model', 'small', { modelId: 'small', provider: 'simulated' });
  client = new AdminClient(admin.url);
  expect(await client.login(await installation.adminKey())).toBe(200);
});

afterAll(async () => {
  if (admin.replica.isRunning) await admin.replica.terminate();
  await installation.stop();
  await plane.stop();
});

async function apply(kind: string, name: string, spec: object): Promise<void> {
  const apiVersion = 'aicp.dev/v1alpha1';
  const object: Manifest = { apiVersion, kind, metadata: { name }, spec };
  await applyAll(plane.client, [object], { namespace: NAMESPACE });
}

/** Steady requests with a key on each gateway. */
const loadsWith = (key: string): Load[] =>
  installation.gatewayUrls.map((url) =>
    new Load({
      url,
      key,
      perSecond: 50,
      body: { model: 'small', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 1 },
    }).start(),
  );

const firstWith = (load: Load, status: number) =>
  load.answered.find((answer) => answer.status === status);

/** Makes a key, uses it on every gateway and revokes it; gives how long the last gateway went on taking it, ms. */
async function revoke(name: string): Promise<number> {
  const body = { name, role: 'member' };
  const made = await client.post<{ id: string; key: string }>('/api/v1/api-keys', body);
  expect(made.status).toBe(201);
  const loads = loadsWith(made.body.key);
  await until(() => loads.every((load) => firstWith(load, 200)), { what: `${name} is taken` });
  const revokedAt = performance.now();
  expect((await client.delete(`/api/v1/api-keys/${made.body.id}`)).status).toBe(204);
  const refusals = () =>
    loads.map(({ answered }) =>
      answered.find(({ status, sentAt }) => status === 401 && sentAt > revokedAt),
    );
  await until(() => refusals().every(Boolean), { what: `${name} is refused by every gateway` });
  const refusedAt = refusals().map((refusal) => refusal!.doneAt);
  for (const load of loads) await load.stop();
  // Once refused, it stays refused.
  for (const [gateway, { answered, lost }] of loads.entries()) {
    const after = answered.filter(({ sentAt }) => sentAt > refusedAt[gateway]!);
    expect(after.filter(({ status }) => status !== 401)).toEqual([]);
    expect(lost).toEqual([]);
  }
  return Math.max(...refusedAt) - revokedAt;
}

it('stops a key that is revoked through the admin API at every gateway', async () => {
  const waits: number[] = [];
  for (let n = 0; n < KEYS; n += 1) waits.push(await revoke(`key-${n}`));
  process.stdout.write(
    `\nkeys revoked through the admin API: refused by the last of 2 gateways after p50 ` +
      `${quantile(waits, 0.5).toFixed(0)} ms, at most ${Math.max(...waits).toFixed(0)} ms (${waits.length} keys)\n`,
  );
  expect(Math.max(...waits)).toBeLessThan(5_000);
});

it('is of no importance to the gateways, which serve and follow changes while it is gone', async () => {
  const before = installation.gateways.flatMap((gateway) => gateway.complaints());
  const loads = loadsWith(await installation.adminKey());
  const goesOn = async (what: string) => {
    const goals = loads.map(({ answered }) => answered.length + 50);
    await until(() => loads.every(({ answered }, at) => answered.length > goals[at]!), { what });
  };
  await goesOn('requests are under way');
  await admin.replica.kill();
  await goesOn('requests go on without the admin service');
  await apply('Model', 'later', { modelId: 'later', provider: 'simulated' });
  const authorization = `Bearer ${await installation.adminKey()}`;
  for (const url of installation.gatewayUrls) {
    const asks = async () =>
      (await fetch(`${url}/v1/models/later`, { headers: { authorization } })).status === 200;
    await until(asks, { what: `${url} serves a model that came without the admin service` });
  }
  for (const load of loads) await load.stop();
  expect(loads.flatMap(({ lost }) => lost)).toEqual([]);
  const statuses = loads.flatMap(({ answered }) => answered.map(({ status }) => status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(installation.gateways.flatMap((gateway) => gateway.complaints())).toEqual(before);
});
