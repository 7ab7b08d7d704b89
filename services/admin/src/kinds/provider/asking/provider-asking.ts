import type { CollectionService } from '@aicp/admin/resources/collections/collection-service';
import { secretValueOf, type SecretReference } from '@aicp/admin/resources/secret-value';
import type { StoredObject } from '@aicp/admin/resources/stored-object';
import type { AddressGuard } from '@aicp/common/http/address-guard';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Asking } from './ask-models.ts';
import type { Failure } from './failure.ts';
import type { ProviderWay } from './provider-way.ts';

export interface AskingNeeds {
  readonly service: CollectionService;
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly guards: Readonly<Record<'platform' | 'tenants', AddressGuard>>;
}

/** What a provider is asked with: its credential, and where providers of its owner may stand. */
export interface ProviderAsking {
  readonly service: CollectionService;
  of(provider: StoredObject): Promise<Asking | { readonly failure: Failure }>;
}

export const providerAsking = (needs: AskingNeeds): ProviderAsking => ({
  service: needs.service,
  of: async (provider) => {
    const { spec } = provider;
    const credential = await credentialOf(needs, provider);
    if (credential === 'missing') return { failure: SECRET_MISSING };
    const guard = needs.guards[spec['organizationId'] === undefined ? 'platform' : 'tenants'];
    const way = await wayTo(needs, provider);
    if ('failure' in way) return way;
    return { spec, credential: credential?.value, guard, way };
  },
});

interface Connection {
  readonly organizationId?: string;
  readonly proxyUrl?: string;
  readonly proxySecretRef?: SecretReference;
  readonly tls?: {
    readonly serverName?: string;
    readonly caSecretRef?: SecretReference;
    readonly clientCertificateSecretRef?: { readonly name: string };
  };
}

/** The proxy and the certificates that a provider names, as gateways use them. */
async function wayTo(
  needs: AskingNeeds,
  provider: StoredObject,
): Promise<ProviderWay | { readonly failure: Failure }> {
  const { organizationId, proxyUrl, proxySecretRef, tls = {} } = provider.spec as Connection;
  const client = tls.clientCertificateSecretRef;
  const values = await valuesOf(needs, provider, {
    ca: tls.caSecretRef,
    cert: client && { ...client, key: 'tls.crt' },
    key: client && { ...client, key: 'tls.key' },
    credentials: proxySecretRef,
  });
  if (values === 'missing') return { failure: CONNECTION_SECRET_MISSING };
  const { credentials, ...certificates } = values;
  const way = { tls: { ...certificates, servername: tls.serverName } };
  if (proxyUrl === undefined) return way;
  // An organization's provider could have a proxy reach what the organization may not: gateways refuse that, too.
  if (organizationId !== undefined || !URL.canParse(proxyUrl)) return { failure: BAD_PROXY };
  return { ...way, proxy: { url: new URL(proxyUrl), credentials, guard: needs.guards.platform } };
}

async function valuesOf<Name extends string>(
  needs: AskingNeeds,
  provider: StoredObject,
  references: Readonly<Record<Name, SecretReference | undefined>>,
): Promise<Partial<Record<Name, string>> | 'missing'> {
  const values: Record<string, string> = {};
  for (const [name, reference] of Object.entries<SecretReference | undefined>(references)) {
    if (!reference) continue;
    const read = await secretValueOf(provider, needs, reference);
    if (read === 'missing' || read === undefined) return 'missing';
    values[name] = read.value;
  }
  return values as Partial<Record<Name, string>>;
}

const CONNECTION_SECRET_MISSING: Failure = {
  reason: 'secret_missing',
  status: null,
  message: 'A Secret that tls or proxy_secret_ref names is not there, or lacks its key.',
};

const BAD_PROXY: Failure = {
  reason: 'bad_address',
  status: null,
  message: 'Its proxy_url cannot be used: write http://host:port, of a provider of the platform.',
};

const SECRET_MISSING: Failure = {
  reason: 'secret_missing',
  status: null,
  message: 'Its secret_ref names nothing that may be used: send an api_key.',
};

interface References {
  readonly secretRef?: SecretReference;
  readonly credentials?: readonly { readonly secretRef: SecretReference }[];
}

/** The value that a provider's reference names, or the first of several; `missing` where there is none that may be sent, undefined where the provider has no reference. */
async function credentialOf(
  needs: AskingNeeds,
  provider: StoredObject,
): Promise<{ readonly value: string } | 'missing' | undefined> {
  const { secretRef, credentials = [] } = provider.spec as References;
  return await secretValueOf(provider, needs, secretRef ?? credentials[0]?.secretRef);
}
