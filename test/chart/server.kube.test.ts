import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kubectl } from '@aicp/test/contract/kubectl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import {
  type ApiClient,
  type ApiObject,
  messageOf,
} from '../kubernetes/control-plane/api-client.ts';
import { type ControlPlane, startControlPlane } from '../kubernetes/control-plane/control-plane.ts';
import { applyAll, untilCustomResourcesAreServed } from '../kubernetes/control-plane/manifest.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { installCrds } from '../kubernetes/shared/shared-cluster.ts';
import { Helm } from './helm.ts';
import { type Manifest, type PodSpec, idOf, manifestsOf, podOf } from './manifests.ts';
import { optionalCrds } from './schemas/files.ts';
import { valueSets } from './suite.ts';

const NAMESPACE = 'aicp';
/** PodSecurity refuses pods beyond the restricted standard, and warns of templates that make such. */
const RESTRICTED = {
  'pod-security.kubernetes.io/enforce': 'restricted',
  'pod-security.kubernetes.io/warn': 'restricted',
};

let plane: ControlPlane;
let kubectl: Kubectl;
let helm: Helm;

async function installApis(client: ApiClient): Promise<void> {
  await installCrds(client);
  await applyAll(client, await optionalCrds());
  await untilCustomResourcesAreServed(client);
}

beforeAll(async () => {
  helm = new Helm((await binaries(['helm'])).helm);
  plane = await startControlPlane({ controllerManager: true, install: installApis });
  await plane.client.ok('POST', '/api/v1/namespaces', {
    body: { metadata: { name: NAMESPACE, labels: RESTRICTED } },
  });
  kubectl = await Kubectl.open(plane.adminKubeconfigPath, NAMESPACE);
});

afterAll(async () => {
  await kubectl.close();
  await plane.stop();
});

describe('a real API server', () => {
  it.each(valueSets)(
    'takes every object that %s renders, strictly and without a warning',
    async (name, path) => {
      const file = join(plane.folder, `${name}.yaml`);
      const rendered = await helm.template({ values: [path], namespace: NAMESPACE });
      await writeFile(file, rendered);
      const flags = ['--server-side', '--force-conflicts', '--dry-run=server', '--validate=strict'];
      const { code, stdout, stderr } = await kubectl.run(['apply', ...flags, '-f', file]);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      expect(stdout.trim().split('\n')).toHaveLength(manifestsOf(rendered).length);
    },
  );

  /** What the API server says of a pod, without making it. */
  const admission = async (spec: object) =>
    await plane.client.call('POST', `/api/v1/namespaces/${NAMESPACE}/pods`, {
      body: { metadata: { generateName: 'trial-' }, spec },
      query: { dryRun: 'All' },
    });

  it.each(valueSets)('admits every pod of %s where pods are restricted', async (_, path) => {
    const manifests = manifestsOf(await helm.template({ values: [path], namespace: NAMESPACE }));
    for (const manifest of manifests) {
      const spec = podOf(manifest);
      if (!spec) continue;
      const { status, body } = await admission(standalone(manifest, spec));
      expect(status, `${idOf(manifest)}: ${JSON.stringify(body)}`).toBe(201);
    }
  });

  it('would not admit a pod that asks for more', async () => {
    const [pod] = manifestsOf(await helm.template()).flatMap((manifest) => podOf(manifest) ?? []);
    const { status, body } = await admission({
      ...pod,
      serviceAccountName: 'default',
      securityContext: { ...pod?.securityContext, runAsNonRoot: false },
    });
    expect(status).toBe(403);
    expect(messageOf(body)).toContain('violates PodSecurity "restricted:latest": runAsNonRoot');
  });
});

/** A pod of a template by itself: without what its controller or other objects would have to be there for. */
function standalone(manifest: Manifest, spec: PodSpec): object {
  const { serviceAccountName: _, priorityClassName: __, ...rest } = spec;
  const claims = (manifest['spec'] as { volumeClaimTemplates?: { metadata: { name: string } }[] })
    .volumeClaimTemplates;
  const claimed = (claims ?? []).map(({ metadata }) => ({ name: metadata.name, emptyDir: {} }));
  return { ...rest, volumes: [...(spec.volumes ?? []), ...claimed] };
}

interface Role extends ApiObject {
  readonly rules: readonly { apiGroups: string[]; resources: string[]; verbs: string[] }[] | null;
}

describe('the cluster’s own roles', () => {
  const rolePath = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

  beforeAll(async () => {
    const roles = manifestsOf(await helm.template()).filter(({ kind }) => kind === 'ClusterRole');
    await applyAll(plane.client, roles);
  });

  /** What one of the cluster's roles allows on our kinds, as `verb resource`. */
  const allowed = async (role: string): Promise<Set<string>> => {
    const { rules } = await plane.client.ok<Role>('GET', `${rolePath}/${role}`);
    const ours = (rules ?? []).filter(({ apiGroups }) => apiGroups.includes('aicp.dev'));
    return new Set(
      ours.flatMap(({ resources, verbs }) =>
        resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}`)),
      ),
    );
  };

  const grows = async (role: string, right: string): Promise<Set<string>> =>
    await until(
      async () => {
        const rights = await allowed(role);
        return rights.has(right) ? rights : undefined;
      },
      { what: `${role} allows to ${right}` },
    );

  it('let a viewer read every kind and write none', async () => {
    const rights = await grows('view', 'watch providers');
    expect([...rights].filter((right) => !/^(get|list|watch) /.test(right))).toEqual([]);
    expect(rights).toContain('get apikeys');
  });

  it('let an editor write all but keys and settings', async () => {
    const rights = await grows('edit', 'patch models');
    expect(rights).toContain('list apikeys');
    expect(rights).not.toContain('create apikeys');
    expect(rights).not.toContain('patch controlplanes');
  });

  it('let an administrator write keys and settings, and nobody a status', async () => {
    const rights = await grows('admin', 'create apikeys');
    expect(rights).toContain('patch controlplanes');
    expect([...rights].filter((right) => right.includes('/status'))).toEqual([]);
  });
});
