import { addressGuard, LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { expect, it } from 'vitest';
import type { StoredObject } from '@aicp/admin/resources/stored-object';
import { providerAsking, type AskingNeeds } from './provider-asking.ts';

const SECRETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  authority: { 'ca.crt': 'a CA\n' },
  client: { 'tls.crt': 'a certificate', 'tls.key': 'a key' },
  half: { 'tls.crt': 'a certificate' },
  proxy: { login: 'ada:s3cret' },
};

const api = {
  get: (_type: unknown, { name }: { readonly name: string }) => {
    const data = Object.entries(SECRETS[name] ?? {}).map(
      ([key, value]) => [key, Buffer.from(value).toString('base64')] as const,
    );
    return Promise.resolve(
      name in SECRETS ? { metadata: { name }, data: Object.fromEntries(data) } : undefined,
    );
  },
} as unknown as KubernetesApi;

const guards = { platform: addressGuard(LOCAL_TOO), tenants: addressGuard(PUBLIC_ONLY) };
// Nothing is looked up by its service here.
const asking = providerAsking({ api, namespace: 'aicp', guards } as unknown as AskingNeeds);

const of = (spec: object) =>
  asking.of({
    kind: 'Provider',
    metadata: { name: 'p', uid: 'u' },
    spec: { type: 'openai', ...spec },
  } as unknown as StoredObject);

const tls = {
  ...{ caSecretRef: { name: 'authority', key: 'ca.crt' }, serverName: 'models.internal' },
  clientCertificateSecretRef: { name: 'client' },
};

it('asks directly where a provider says nothing else', async () => {
  expect(await of({})).toMatchObject({ way: { tls: {} } });
  expect(await of({})).not.toHaveProperty('way.proxy');
});

it('takes certificates and the name of its proxy from the Secrets that it names', async () => {
  const spec = {
    ...{ tls, proxyUrl: 'http://proxy.internal:3128' },
    proxySecretRef: { name: 'proxy', key: 'login' },
  };
  expect(await of(spec)).toMatchObject({
    way: {
      tls: { ca: 'a CA', cert: 'a certificate', key: 'a key', servername: 'models.internal' },
      proxy: { url: new URL(spec.proxyUrl), credentials: 'ada:s3cret', guard: guards.platform },
    },
  });
});

it.each([
  [{ tls: { clientCertificateSecretRef: { name: 'half' } } }, 'secret_missing'],
  [{ tls: { caSecretRef: { name: 'nobodys', key: 'ca.crt' } } }, 'secret_missing'],
  [{ proxyUrl: 'http://p:1', proxySecretRef: { name: 'proxy', key: 'x' } }, 'secret_missing'],
  [{ proxyUrl: 'http://a:b:c' }, 'bad_address'],
  [{ proxyUrl: 'http://proxy.internal:3128', organizationId: 'acme' }, 'bad_address'],
])('asks nobody where something of the way is missing: %j', async (spec, reason) => {
  expect(await of(spec)).toMatchObject({ failure: { reason } });
});
