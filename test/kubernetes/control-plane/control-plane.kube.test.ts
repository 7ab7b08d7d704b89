import { existsSync } from 'node:fs';
import { Kubectl } from '@aicp/test/contract/kubectl';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startControlPlane, type ControlPlane } from './control-plane.ts';
import { ApiClient } from './api-client.ts';
import { isAlive } from './test-process.ts';
import { until } from './until.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane({ controllerManager: true });
});

afterAll(async () => {
  await plane.stop();
});

const create = async (name: string) =>
  await plane.client.ok('POST', CONFIG_MAPS, { body: { metadata: { name } } });

const status = async (name: string, signal = AbortSignal.timeout(10_000)) =>
  (await plane.client.call('GET', `${CONFIG_MAPS}/${name}`, { signal })).status;

/** Of the cluster as a whole, now. */
async function listVersion(): Promise<number> {
  const { metadata } = await plane.client.ok('GET', CONFIG_MAPS);
  return Number(metadata.resourceVersion);
}

describe('a control plane of one’s own', () => {
  it('collects garbage and makes default ServiceAccounts where a controller manager runs', async () => {
    const owner = await create('owner');
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid },
    ];
    await plane.client.ok('POST', CONFIG_MAPS, {
      body: { metadata: { name: 'owned', ownerReferences } },
    });
    await plane.client.ok('DELETE', `${CONFIG_MAPS}/owner`);
    await until(async () => (await status('owned')) === 404, { what: 'the owned one is gone' });
  });

  it('is where its kubeconfig says, before and after a restart', async () => {
    const kubectl = await Kubectl.open(plane.adminKubeconfigPath, 'default');
    const before = await kubectl.say('get', '--raw', '/version');
    await plane.restartApiServer();
    const after = await kubectl.say('get', '--raw', '/version');
    await kubectl.close();
    expect(before).toContain('v1.36');
    expect(after).toBe(before);
  });

  it('answers nobody while the API server is dead, and has everything when it is back', async () => {
    await create('kept');
    await plane.killApiServer();
    await expect(status('kept')).rejects.toThrow();
    await plane.startApiServer();
    expect(await status('kept')).toBe(200);
  });

  it('keeps clients waiting while the API server is paused, and answers them when it goes on', async () => {
    await create('patient');
    let asked: Promise<number> | undefined;
    try {
      await plane.pauseApiServer();
      await expect(status('patient', AbortSignal.timeout(300))).rejects.toThrow(/timeout/i);
      asked = status('patient', AbortSignal.timeout(60_000));
    } finally {
      // Else every later test would wait for it.
      plane.resumeApiServer();
    }
    expect(await asked).toBe(200);
  });

  it('goes back to an older state, resourceVersions included', async () => {
    await create('old');
    const snapshot = await plane.snapshotEtcd();
    for (const index of Array(100).keys()) await create(`young-${index}`);
    const young = await listVersion();
    await plane.restoreEtcd(snapshot);
    expect([await status('old'), await status('young-0')]).toEqual([200, 404]);
    expect(await listVersion()).toBeLessThan(young);
  });

  it('finds its objects again when etcd died under a running API server', async () => {
    await create('survivor');
    await plane.restartEtcd();
    await until(async () => (await status('survivor')) === 200, { what: 'etcd is found again' });
  });

  it('ends all its processes and removes its folder when it stops', async () => {
    const other = await startControlPlane();
    const { pids, folder } = other;
    await other.stop();
    expect([isAlive(pids.apiServer), isAlive(pids.etcd), existsSync(folder)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('tokens of ServiceAccounts', () => {
  beforeAll(async () => {
    await plane.client.ok('POST', '/api/v1/namespaces/default/serviceaccounts', {
      body: { metadata: { name: 'gateway' } },
    });
  });

  it('carry the audience and the end that were asked for, signed by a key that is published', async () => {
    const token = await plane.serviceAccountToken('default', 'gateway', {
      audience: 'aicp-config',
      expirationSeconds: 600,
    });
    const path = new URL(plane.jwksUrl).pathname;
    const accept = 'application/jwk-set+json';
    const published = await plane.client.ok<JSONWebKeySet>('GET', path, { accept });
    const keys = createLocalJWKSet(published);
    const { payload } = await jwtVerify(token, keys, {
      issuer: plane.issuer,
      audience: 'aicp-config',
    });
    expect(payload.sub).toBe('system:serviceaccount:default:gateway');
    expect(payload.exp! - payload.iat!).toBe(600);
  });

  it('do not open the API itself where they are meant for another audience', async () => {
    const token = await plane.serviceAccountToken('default', 'gateway', {
      audience: 'aicp-config',
    });
    const client = new ApiClient({ ...plane.admin, token });
    expect((await client.call('GET', CONFIG_MAPS)).status).toBe(401);
    await client.close();
  });

  it('make a kubeconfig that is this ServiceAccount and may do nothing yet', async () => {
    const path = await plane.serviceAccountKubeconfig('default', 'gateway');
    const kubectl = await Kubectl.open(path, 'default');
    const user = '-o=jsonpath={.status.userInfo.username}';
    expect(await kubectl.say('auth', 'whoami', user)).toBe('system:serviceaccount:default:gateway');
    expect(await kubectl.complain('get', 'configmaps')).toContain('is forbidden');
    await kubectl.close();
  });
});
