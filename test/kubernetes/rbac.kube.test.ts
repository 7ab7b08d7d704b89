import { Kubectl } from '@aicp/test/contract/kubectl';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiClient, messageOf } from './control-plane/api-client.ts';
import { restrictedKubeconfig, rulesOf } from './control-plane/restricted-kubeconfig.ts';
import { installCrds, newNamespace, sharedClient } from './shared/shared-cluster.ts';

let admin: ApiClient;
let namespace = '';

beforeAll(async () => {
  admin = sharedClient();
  await installCrds(admin);
  namespace = await newNamespace(admin);
});

afterAll(async () => {
  await admin.close();
});

/** As `helm template` prints it: several documents, comments, and what has nothing to do with permissions. */
const chart = () => `
---
# Source: chart/templates/service-account.yaml
apiVersion: v1
kind: ServiceAccount
metadata:
  name: reader
  namespace: ${namespace}
---
# Source: chart/templates/rbac.yaml
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
rules:
  - apiGroups: [aicp.dev]
    resources: [providers]
    verbs: [get, list, watch]
  - apiGroups: [aicp.dev]
    resources: [providers/status]
    verbs: [patch]
  - apiGroups: [""]
    resources: [configmaps]
    resourceNames: [mine]
    verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: reader
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader }
subjects:
  - { kind: ServiceAccount, name: reader, namespace: ${namespace} }
---
# Source: chart/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: not-applied }
spec: {}
---
`;

const restricted = async () => {
  const { folder, ...connection } = inject('cluster');
  return await restrictedKubeconfig({
    admin: connection,
    yaml: chart(),
    namespace,
    serviceAccount: 'reader',
    folder,
  });
};

describe('a kubeconfig with the permissions of a chart', () => {
  it('allows what the chart grants, from the first call', async () => {
    const { connection } = await restricted();
    const reader = new ApiClient(connection);
    const { status } = await reader.call(
      'GET',
      `/apis/aicp.dev/v1alpha1/namespaces/${namespace}/providers`,
    );
    await reader.close();
    expect(status).toBe(200);
  });

  it.each([
    ['another verb', 'POST', 'providers', 'cannot create resource "providers"'],
    ['another kind', 'GET', 'models', 'cannot list resource "models"'],
  ] as const)('forbids %s with 403', async (_, method, plural, why) => {
    const reader = new ApiClient((await restricted()).connection);
    const path = `/apis/aicp.dev/v1alpha1/namespaces/${namespace}/${plural}`;
    const { status, body } = await reader.call(method, path, {
      ...(method === 'POST'
        ? { body: { apiVersion: 'aicp.dev/v1alpha1', kind: 'Provider', metadata: { name: 'x' } } }
        : {}),
    });
    await reader.close();
    expect(status).toBe(403);
    expect(messageOf(body)).toContain(`"system:serviceaccount:${namespace}:reader" ${why}`);
  });

  it('forbids the same in another namespace, and objects of other names', async () => {
    const reader = new ApiClient((await restricted()).connection);
    const elsewhere = await reader.call(
      'GET',
      '/apis/aicp.dev/v1alpha1/namespaces/default/providers',
    );
    const other = await reader.call('GET', `/api/v1/namespaces/${namespace}/configmaps/other`);
    const mine = await reader.call('GET', `/api/v1/namespaces/${namespace}/configmaps/mine`);
    await reader.close();
    expect([elsewhere.status, other.status, mine.status]).toEqual([403, 403, 404]);
  });

  it('holds just these rules, beside what anybody who is known may ask about himself', async () => {
    const reader = new ApiClient((await restricted()).connection);
    const rules = await rulesOf(reader, namespace);
    await reader.close();
    const groups = rules.filter(({ apiGroups }) => !apiGroups?.[0]?.endsWith('.k8s.io'));
    expect(groups).toEqual([
      { verbs: ['get', 'list', 'watch'], apiGroups: ['aicp.dev'], resources: ['providers'] },
      { verbs: ['patch'], apiGroups: ['aicp.dev'], resources: ['providers/status'] },
      { verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['mine'] },
    ]);
  });

  it('works with kubectl, and applies nothing but permissions', async () => {
    const { kubeconfigPath } = await restricted();
    const kubectl = await Kubectl.open(kubeconfigPath, namespace);
    const { stderr } = await kubectl.run(['get', 'providers']);
    await kubectl.close();
    expect(stderr).toBe(`No resources found in ${namespace} namespace.\n`);
    const deployments = await admin.ok<{ items: unknown[] }>(
      'GET',
      `/apis/apps/v1/namespaces/${namespace}/deployments`,
    );
    expect(deployments.items).toEqual([]);
  });

  it('is refused where the YAML does not have the ServiceAccount', async () => {
    const { folder, ...connection } = inject('cluster');
    const options = { admin: connection, yaml: chart(), namespace, folder };
    await expect(restrictedKubeconfig({ ...options, serviceAccount: 'writer' })).rejects.toThrow(
      'the YAML has no ServiceAccount writer',
    );
  });
});
