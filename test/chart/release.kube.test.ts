import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import type { ApiObject } from '../kubernetes/control-plane/api-client.ts';
import { type ControlPlane, startControlPlane } from '../kubernetes/control-plane/control-plane.ts';
import { untilCustomResourcesAreServed } from '../kubernetes/control-plane/manifest.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { Release } from './helm.ts';

const NAMESPACE = 'aicp';
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const OURS = `/apis/aicp.dev/v1alpha1/namespaces/${NAMESPACE}`;
const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
const STATEFUL = `/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets`;
const CORE = `/api/v1/namespaces/${NAMESPACE}`;

/** In one story, as an administrator lives it. No controller runs, so pods never come; everything else is as in a cluster. */
describe('a release on a real API server', () => {
  let plane: ControlPlane;
  let release: Release;

  beforeAll(async () => {
    plane = await startControlPlane();
    await plane.client.ok('POST', '/api/v1/namespaces', {
      body: { metadata: { name: NAMESPACE } },
    });
    const { helm } = await binaries(['helm']);
    release = await Release.prepare({
      program: helm,
      kubeconfig: plane.adminKubeconfigPath,
      namespace: NAMESPACE,
    });
  });

  afterAll(async () => {
    await release[Symbol.asyncDispose]();
    await plane.stop();
  });

  const list = async (path: string): Promise<ApiObject[]> =>
    (await plane.client.ok<{ items: ApiObject[] }>('GET', path)).items;

  const names = async (path: string): Promise<string[]> =>
    (await list(path)).map(({ metadata }) => metadata.name).toSorted();

  it('is installed by one command, which says how to go on', async () => {
    const said = await release.apply('install');
    expect(said).toContain('STATUS: deployed');
    expect(said).toContain('kubectl -n aicp get secret aicp-admin-key');
    expect(await names(DEPLOYMENTS)).toEqual(['aicp-cost', 'aicp-operator']);
    expect(await names(STATEFUL)).toEqual(['aicp-admin', 'aicp-budget', 'aicp-gateway']);
    expect(await names(CRDS)).toContain('providers.aicp.dev');
  });

  it('fits its Secret with room for as much again', async () => {
    const secrets = await list(`${CORE}/secrets`);
    const stored = secrets.find(({ metadata }) => metadata.name === 'sh.helm.release.v1.aicp.v1');
    const { release: text } = stored?.['data'] as { release: string };
    expect(Buffer.from(text, 'base64').length).toBeLessThan(1_048_576 / 2);
  });

  it('keeps objects, the operator’s Secrets and their identity through an upgrade', async () => {
    await untilCustomResourcesAreServed(plane.client);
    const provider = await plane.client.ok('POST', `${OURS}/providers`, {
      body: {
        apiVersion: 'aicp.dev/v1alpha1',
        kind: 'Provider',
        metadata: { name: 'kept' },
        spec: { type: 'simulated' },
      },
    });
    const secret = await plane.client.ok('POST', `${CORE}/secrets`, {
      body: { metadata: { name: 'aicp-admin-key' }, stringData: { key: 'a key' } },
    });

    const flags = [
      '--reset-then-reuse-values',
      '--set',
      'gateway.replicas=3',
      '--set-json',
      'commonLabels={"a":"b"}',
    ];
    expect(await release.apply('upgrade', ...flags)).toContain('REVISION: 2');

    const gateway = await plane.client.ok<ApiObject & { spec: { replicas: number } }>(
      'GET',
      `${STATEFUL}/aicp-gateway`,
    );
    expect(gateway.spec.replicas).toBe(3);
    const kept = await plane.client.ok('GET', `${OURS}/providers/kept`);
    expect(kept.metadata.uid).toBe(provider.metadata.uid);
    const keptSecret = await plane.client.ok('GET', `${CORE}/secrets/aicp-admin-key`);
    expect(keptSecret.metadata.uid).toBe(secret.metadata.uid);
  });

  it('goes from a volume a pod to none and back without a conflict of names', async () => {
    await release.apply('upgrade', '--reuse-values', '--set', 'gateway.persistence.enabled=false');
    expect(await names(STATEFUL)).toEqual(['aicp-admin', 'aicp-budget']);
    expect(await names(DEPLOYMENTS)).toEqual(['aicp-cost', 'aicp-gateway', 'aicp-operator']);
    await release.rollback(2);
    expect(await names(STATEFUL)).toEqual(['aicp-admin', 'aicp-budget', 'aicp-gateway']);
    expect(await names(DEPLOYMENTS)).toEqual(['aicp-cost', 'aicp-operator']);
  });

  it('leaves CRDs and objects behind when it is uninstalled, and takes them up when it comes back', async () => {
    expect(await release.uninstall()).toContain('kept due to the resource policy');
    expect(await names(CRDS)).toContain('providers.aicp.dev');
    expect(await names(`${OURS}/providers`)).toEqual(['kept']);
    expect(await names(DEPLOYMENTS)).toEqual([]);
    expect(await names(`${CORE}/secrets`)).toEqual(['aicp-admin-key']);

    await release.apply('install');
    expect(await names(`${OURS}/providers`)).toEqual(['kept']);
  });

  it('takes the CRDs along where it is told to', async () => {
    await release.apply('upgrade', '--reuse-values', '--set', 'crds.keep=false');
    await release.uninstall();
    await until(async () => (await names(CRDS)).every((name) => !name.endsWith('.aicp.dev')), {
      what: 'the API server has done with the objects of every CRD, and so with the CRD',
    });
  });
});
