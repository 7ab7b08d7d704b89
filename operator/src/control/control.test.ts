import { randomBytes } from 'node:crypto';
import { type KubernetesObject, SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { isWellFormed } from '@aicp/contracts/keys/api-key';
import { specFaults } from '@aicp/contracts/checks/spec-faults';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { accessTier } from '@aicp/crds/access-tier';
import { apiKey } from '@aicp/crds/api-key';
import { controlPlane } from '@aicp/crds/control-plane';
import { budget } from '@aicp/crds/budget';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import { SCHEMA_HASH_ANNOTATION, toCrd } from '@aicp/crds/kit/manifest';
import { workflowTemplate } from '@aicp/crds/workflow-template';
import { describe, expect, it } from 'vitest';
import { keepOfSecret } from './caches.ts';
import { crdProblems, neededCrds } from './crd-check.ts';
import { ADMIN_KEY_SECRET, makeDefaults } from './defaults.ts';
import { resourceTypeOf } from './resource-type.ts';

describe('what is kept of a Secret', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":…}' };
  const secret = (type: string | undefined) => ({
    metadata: { name: 's', namespace: 'ns', uid: 'u', resourceVersion: '1', annotations },
    type,
    data: { k: 'dg==' },
  });

  it('are its values, without annotations that repeat them', () => {
    expect(keepOfSecret(secret('Opaque'))).toEqual({
      metadata: { name: 's', namespace: 'ns', uid: 'u', resourceVersion: '1' },
      type: 'Opaque',
      data: { k: 'dg==' },
    });
    expect(keepOfSecret(secret(undefined))).toHaveProperty('data');
  });

  it('is no value of a type that never is a credential of a provider', () => {
    expect(keepOfSecret(secret('kubernetes.io/service-account-token'))).not.toHaveProperty('data');
    expect(keepOfSecret(secret('helm.sh/release.v1'))).not.toHaveProperty('data');
  });
});

const needed = neededCrds([kindNamed('Model')]);

interface Editable extends KubernetesObject {
  metadata: { name: string; annotations: Record<string, string> };
  spec: {
    versions: {
      served: boolean;
      schema: {
        openAPIV3Schema: { properties: Record<string, { properties: Record<string, unknown> }> };
      };
    }[];
  };
}

/** The Model's CRD with another hash, edited. */
function edited(edit: (crd: Editable) => void = () => undefined): KubernetesObject {
  const crd = structuredClone(toCrd(kindNamed('Model'))) as unknown as Editable;
  crd.metadata.annotations = { [SCHEMA_HASH_ANNOTATION]: 'other' };
  edit(crd);
  return crd;
}

const problems = (crd: KubernetesObject | undefined) => crdProblems(needed, () => crd);

describe('the CRDs of a cluster', () => {
  it('are fine where every one is the one that the operator was built with', () => {
    const installed = new Map(kinds.map((kind) => [toCrd(kind).metadata.name, toCrd(kind)]));
    expect(crdProblems(neededCrds(kinds), (name) => installed.get(name))).toEqual([]);
  });

  it('are not where one is missing', () => {
    expect(problems(undefined)).toEqual([
      'CRD models.aicp.dev is not installed: apply the CRDs of this version (crds/manifests, or the chart aicp-crds)',
    ]);
  });

  it('are not where one lacks a field, which the API server would cut', () => {
    const old = edited((crd) => {
      const { properties } = crd.spec.versions[0]!.schema.openAPIV3Schema;
      delete properties['spec']!.properties['aliases'];
      delete properties['status']!.properties['observedGeneration'];
    });
    expect(problems(old)).toEqual([
      expect.stringMatching(/older than this operator needs, it lacks .*spec\.aliases/),
    ]);
  });

  it('are not where one serves another version alone', () => {
    const unserved = edited((crd) => {
      crd.spec.versions[0]!.served = false;
    });
    expect(problems(unserved)[0]).toContain('does not serve v1alpha1');
  });

  it('are fine where one is newer: it holds every field and more', () => {
    const newer = edited((crd) => {
      const { properties } = crd.spec.versions[0]!.schema.openAPIV3Schema;
      properties['spec']!.properties['future'] = { type: 'string' };
    });
    expect(problems(newer)).toEqual([]);
  });
});

const options = (api: FakeKubernetes, bootstrapKey = true, runsWorkflows = true) => ({
  api,
  namespace: 'ns',
  bootstrapKey,
  runsWorkflows,
  randomBytes: (count: number) => randomBytes(count),
});
const keyIn = (secret: KubernetesObject | undefined): string =>
  Buffer.from((secret?.['data'] as { key: string }).key, 'base64').toString();
const secretOf = (api: FakeKubernetes) =>
  api.peek(SECRETS, { namespace: 'ns', name: ADMIN_KEY_SECRET });
const TIERS = ['AccessTier/standard', 'AccessTier/premium', 'AccessTier/experimental'];
const WORKFLOWS = [
  'WorkflowTemplate/research',
  'WorkflowTemplate/coding',
  'WorkflowTemplate/data-analysis',
  'Budget/workflows',
  'APIKey/workflows',
];
const ALL = ['ControlPlane/default', 'APIKey/bootstrap-admin', ...TIERS, ...WORKFLOWS];
const tiersOf = (api: FakeKubernetes) => api.all(resourceTypeOf(accessTier));
const keysOf = (api: FakeKubernetes) => api.all(resourceTypeOf(apiKey));

describe('the objects that exist from the start', () => {
  it('are the settings, the first administrator’s key, whose hash alone is in an object, and the tiers', async () => {
    const api = new FakeKubernetes();
    const done = await makeDefaults(options(api), []);
    expect(done).toEqual(ALL);
    expect(api.all(resourceTypeOf(controlPlane))).toMatchObject([
      { metadata: { name: 'default' } },
    ]);
    const tiers = tiersOf(api);
    expect(tiers.map(({ metadata }) => metadata.name)).toEqual([
      'standard',
      'premium',
      'experimental',
    ]);
    for (const { spec } of tiers) expect(accessTier.spec.safeParse(spec).error).toBeUndefined();
    const key = keyIn(secretOf(api));
    expect(isWellFormed(key)).toBe(true);
    expect(keysOf(api)[0]).toMatchObject({
      spec: { keyHash: sha256(key), keyPrefix: key.slice(0, 12), role: 'platform_admin' },
    });
  });

  it('are workflows that have no fault, and name no model', async () => {
    const api = new FakeKubernetes();
    await makeDefaults(options(api), []);
    const made = api.all(resourceTypeOf(workflowTemplate));
    expect(made.map(({ spec }) => (spec as { type: string }).type)).toEqual([
      'research',
      'coding',
      'data_analysis',
    ]);
    for (const { spec } of made) {
      expect(workflowTemplate.spec.safeParse(spec).error).toBeUndefined();
      expect(specFaults('WorkflowTemplate', spec as Record<string, unknown>)).toEqual([]);
      expect(JSON.stringify(spec)).not.toContain('"model"');
    }
  });

  it('are without workflows, and their key and budget, where no engine would run them, and get these when there is one', async () => {
    const api = new FakeKubernetes();
    const made = () => api.all(resourceTypeOf(workflowTemplate)).length;
    const before = await makeDefaults(options(api, true, false), []);
    expect([before, made()]).toEqual([
      ALL.filter((name) => !/^WorkflowTemplate|\/workflows$/.test(name)),
      0,
    ]);
    const after = await makeDefaults(options(api), before);
    expect([[...after].sort(), made()]).toEqual([[...ALL].sort(), 3]);
    const [{ metadata } = { metadata: { name: '' } }] = api.all(resourceTypeOf(workflowTemplate));
    await api.remove(resourceTypeOf(workflowTemplate), { namespace: 'ns', name: metadata.name });
    expect(await makeDefaults(options(api), after)).toEqual(after);
    expect(made()).toBe(2);
  });

  it('are a key that nobody has, for executions without credentials, and its budget', async () => {
    const api = new FakeKubernetes();
    await makeDefaults(options(api), []);
    const [, key] = keysOf(api);
    expect(key).toMatchObject({ metadata: { name: 'workflows' }, spec: { role: 'member' } });
    expect(key?.spec).not.toHaveProperty('keyPrefix');
    expect(api.all(resourceTypeOf(budget))).toMatchObject([
      { spec: { entityType: 'key', entityId: 'workflows', monthlyLimit: 10, action: 'block' } },
    ]);
  });

  it('carry no label of an owner', async () => {
    const api = new FakeKubernetes();
    await makeDefaults(options(api), []);
    for (const made of [
      secretOf(api),
      ...keysOf(api),
      ...tiersOf(api),
      ...api.all(resourceTypeOf(controlPlane)),
    ]) {
      expect(made?.metadata.labels).toBeUndefined();
    }
  });

  it('are without the key on one machine', async () => {
    const api = new FakeKubernetes();
    expect(await makeDefaults(options(api, false), [])).toEqual(
      ALL.filter((name) => name !== 'APIKey/bootstrap-admin'),
    );
    expect(secretOf(api)).toBeUndefined();
  });

  it('are never made again', async () => {
    const api = new FakeKubernetes();
    expect(await makeDefaults(options(api), ALL)).toEqual(ALL);
    expect(api.calls).toEqual([]);
  });

  it('that a newer version brings are made beside those of before, deleted ones excepted', async () => {
    const api = new FakeKubernetes();
    const before = ['ControlPlane/default', 'APIKey/bootstrap-admin', 'AccessTier/premium'];
    await makeDefaults(options(api), before);
    expect(tiersOf(api).map(({ metadata }) => metadata.name)).toEqual(['standard', 'experimental']);
    expect(keysOf(api).map(({ metadata }) => metadata.name)).toEqual(['workflows']);
  });

  it('that a person made first are left as they are', async () => {
    const api = new FakeKubernetes();
    const type = resourceTypeOf(controlPlane);
    api.put(type, {
      metadata: { name: 'default', namespace: 'ns' },
      spec: { environment: 'prod' },
    });
    await makeDefaults(options(api), []);
    expect(api.all(type)).toMatchObject([{ spec: { environment: 'prod' } }]);
  });

  it('belong together after a crash between the Secret and the key', async () => {
    const api = new FakeKubernetes();
    api.intercept = ({ verb, resource }) => {
      if (verb === 'create' && resource === 'apikeys.aicp.dev') throw new Error('crash');
    };
    await expect(makeDefaults(options(api), [])).rejects.toThrow('crash');
    const before = keyIn(secretOf(api));
    api.intercept = () => undefined;
    await makeDefaults(options(api), []);
    expect(keyIn(secretOf(api))).toBe(before);
    expect(keysOf(api)[0]).toMatchObject({ spec: { keyHash: sha256(before) } });
  });
});
