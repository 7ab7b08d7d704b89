import { buildCatalog as buildRoutingCatalog } from '@aicp/contracts/routing/catalog/build-catalog';
import type { Catalog } from '@aicp/contracts/routing/catalog/catalog';
import { whyUnusable } from '@aicp/contracts/routing/catalog/resolution';
import type {
  CredentialFragment,
  ModelFragment,
  ProviderFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import type { ModelGroup } from '@aicp/contracts/snapshot/sections/policies';
import type { ProviderClient } from '../providers/upstream/provider-client.ts';
import type { RuntimeModel, RuntimeProvider } from '../routing/runtime.ts';
import { toPrices } from '../usage/cost.ts';
import { toLimits } from '../usage/token-limits.ts';

/** Gives the client of a provider; throws a TypeError where its address is none. */
export type ClientFor = (fragment: ProviderFragment, apiKey: string | undefined) => ProviderClient;

/** A provider with its credential and its client. */
export function toProvider(
  fragment: ProviderFragment,
  credentials: readonly CredentialFragment[],
  clientFor: ClientFor,
): RuntimeProvider {
  const apiKey = credentials.find((credential) => credential.provider === fragment.id)?.apiKey;
  return {
    id: fragment.id,
    organization: fragment.organization,
    unusable: whyUnusable({
      isActive: fragment.isActive,
      lacksCredential: fragment.credential !== 'none' && apiKey === undefined,
    }),
    timeoutMs: fragment.timeoutMs,
    maxRetries: fragment.maxRetries,
    client: clientFor(fragment, apiKey),
  };
}

/** Models whose provider is there, and groups of them. */
export const buildCatalog = (source: {
  providers: readonly RuntimeProvider[];
  models: readonly ModelFragment[];
  groups: readonly ModelGroup[];
}): Catalog<RuntimeModel> =>
  buildRoutingCatalog<RuntimeProvider, RuntimeModel>({
    ...source,
    complete: (model, fragment, provider) => ({
      ...model,
      provider,
      upstreamModel: fragment.upstreamModel,
      weight: fragment.weight,
      created: fragment.created,
      prices: toPrices(fragment.prices),
      priceVersion: fragment.priceVersion,
      limits: toLimits(fragment.limits),
    }),
  });
