import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import { ApiClient, type ApiObject } from '../kubernetes/control-plane/api-client.ts';
import {
  restrictedKubeconfig,
  rulesOf,
  type Restricted,
} from '../kubernetes/control-plane/restricted-kubeconfig.ts';
import { installCrds, newNamespace, sharedClient } from '../kubernetes/shared/shared-cluster.ts';
import { Helm } from './helm.ts';

const run = promisify(execFile);
const CERTIFICATES = join(import.meta.dirname, '../../operator/src/certificates/main.ts');

let admin: ApiClient;
let namespace: string;
let rendered: string;

beforeAll(async () => {
  admin = sharedClient();
  await installCrds(admin);
  namespace = await newNamespace(admin);
  const helm = new Helm((await binaries(['helm'])).helm);
  rendered = await helm.template({ namespace, set: { 'crds.enabled': false } });
});

afterAll(async () => {
  await admin.close();
});

const as = async (serviceAccount: string): Promise<Restricted> => {
  const { folder, ...connection } = inject('cluster');
  return await restrictedKubeconfig({
    admin: connection,
    yaml: rendered,
    namespace,
    serviceAccount,
    folder,
  });
};

describe('what the chart lets the gateway do with the Kubernetes API', () => {
  it('is nothing', async () => {
    const gateway = new ApiClient((await as('aicp-gateway')).connection);
    const rules = await rulesOf(gateway, namespace);
    const secrets = await gateway.call('GET', `/api/v1/namespaces/${namespace}/secrets`);
    await gateway.close();
    // Beside what anybody who is known may ask about himself.
    expect(rules.filter(({ apiGroups }) => !apiGroups?.[0]?.endsWith('.k8s.io'))).toEqual([]);
    expect(secrets.status).toBe(403);
  });
});

describe('what the chart lets the operator do with the Kubernetes API', () => {
  let operator: ApiClient;

  beforeAll(async () => {
    operator = new ApiClient((await as('aicp-operator')).connection);
  });

  afterAll(async () => {
    await operator.close();
  });

  const inNamespace = (path: string): string => path.replace('NS', namespace);

  it.each([
    ['the Secrets of its namespace', '/api/v1/namespaces/NS/secrets'],
    ['the CRDs', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'],
    ['the keys of the cluster’s tokens', '/openid/v1/jwks'],
    ['every provider', '/apis/aicp.dev/v1alpha1/namespaces/NS/providers'],
  ])('includes reading %s', async (_, path) => {
    const { status } = await operator.call('GET', inNamespace(path), { accept: '*/*' });
    expect(status).toBe(200);
  });

  it.each([
    ['Secrets elsewhere', 'GET', '/api/v1/namespaces/kube-system/secrets'],
    ['Secrets of any name, by writing them', 'PUT', '/api/v1/namespaces/NS/secrets/openai'],
    ['other ConfigMaps', 'GET', '/api/v1/namespaces/NS/configmaps/other'],
    ['other Leases', 'GET', '/apis/coordination.k8s.io/v1/namespaces/NS/leases/other'],
    ['a provider’s spec', 'PATCH', '/apis/aicp.dev/v1alpha1/namespaces/NS/providers/x'],
    ['a new provider', 'POST', '/apis/aicp.dev/v1alpha1/namespaces/NS/providers'],
    ['pods', 'GET', '/api/v1/namespaces/NS/pods'],
    ['a CRD', 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'],
  ] as const)('does not include %s', async (_, method, path) => {
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const call = method === 'GET' ? {} : { body: {}, contentType };
    expect((await operator.call(method, inNamespace(path), call)).status).toBe(403);
  });
});

interface TlsSecret extends ApiObject {
  readonly data: Readonly<Record<'tls.crt' | 'tls.key' | 'ca.crt' | 'ca.key', string>>;
}

describe('the operator’s init container, with what the chart grants', () => {
  const secret = async () =>
    await admin.ok<TlsSecret>('GET', `/api/v1/namespaces/${namespace}/secrets/aicp-operator-tls`);

  /** Runs it to its end, and reads what it handed over. */
  const start = async (pod: string, names = 'aicp-operator.svc') => {
    const { kubeconfigPath } = await as('aicp-operator');
    const folder = join(inject('cluster').folder, `${namespace}-${pod}`);
    await mkdir(folder);
    await run(process.execPath, [CERTIFICATES], {
      env: {
        AICP_NAMESPACE: namespace,
        AICP_TLS_SECRET: 'aicp-operator-tls',
        AICP_TLS_NAMES: names,
        AICP_TLS_DIR: folder,
        KUBECONFIG: kubeconfigPath,
      },
    });
    const read = async (name: string) => await readFile(join(folder, name), 'utf8');
    return { cert: await read('tls.crt'), key: await read('tls.key'), ca: await read('ca.crt') };
  };

  it('makes the Secret that services and replicas trust, and hands it over in files', async () => {
    const [one, other] = await Promise.all([start('one'), start('other')]);
    expect(other).toEqual(one);
    const { data } = await secret();
    expect(Buffer.from(data['ca.crt'], 'base64').toString()).toBe(one.ca);
    const certificate = new X509Certificate(one.cert);
    expect(certificate.verify(new X509Certificate(one.ca).publicKey)).toBe(true);
    expect(certificate.checkHost('aicp-operator.svc')).toBe('aicp-operator.svc');
  });

  it('renews it under the same CA where the operator has another name', async () => {
    const before = await secret();
    const { cert, ca } = await start('renamed', 'aicp-operator.svc,renamed.svc');
    expect(new X509Certificate(cert).checkHost('renamed.svc')).toBe('renamed.svc');
    expect(Buffer.from(before.data['ca.crt'], 'base64').toString()).toBe(ca);
    expect((await secret()).metadata.uid).toBe(before.metadata.uid);
  });
});
