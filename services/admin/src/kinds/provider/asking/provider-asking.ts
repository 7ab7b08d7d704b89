import type { CollectionService } from '@aicp/admin/resources/collections/collection-service';
import { secretValueOf, type SecretReference } from '@aicp/admin/resources/secret-value';
import type { StoredObject } from '@aicp/admin/resources/stored-object';
import type { AddressGuard } from '@aicp/common/http/address-guard';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Asking } from './ask-models.ts';
import type { Failure } from './failure.ts';

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
    return { spec, credential: credential?.value, guard };
  },
});

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
