import { buildCatalog as buildRoutingCatalog } from '@aicp/contracts/routing/catalog/build-catalog';
import type { Catalog } from '@aicp/contracts/routing/catalog/catalog';
import { whyUnusable } from '@aicp/contracts/routing/catalog/resolution';
import type {
  CredentialFragment,
  ModelFragment,
  ProviderFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import type { ModelGroup } from '@aicp/contracts/snapshot/sections/policies';
import type { HealthBook } from '../health/health-book.ts';
import type { ProviderClient } from '../providers/upstream/provider-client.ts';
import type { RuntimeModel, RuntimeProvider } from '../routing/runtime.ts';
import { toPrices } from '../usage/cost.ts';
import { toLimits } from '../usage/token-limits.ts';

/** What stays from snapshot to snapshot, and belongs to providers and models. */
export interface Lasting {
  /** Gives the client of a provider; throws a TypeError where its address is none. */
  readonly clientFor: (fragment: ProviderFragment, apiKey: string | undefined) => ProviderClient;
  readonly health: HealthBook;
}

const ONLY_CREDENTIAL = 'default';

/** A provider with its credential and its client. */
export function toProvider(
  fragment: ProviderFragment,
  credentials: readonly CredentialFragment[],
  { clientFor, health }: Lasting,
): RuntimeProvider {
  const apiKey = credentials.find((credential) => credential.provider === fragment.id)?.apiKey;
  const client = clientFor(fragment, apiKey);
  const name = ONLY_CREDENTIAL;
  const of = { provider: fragment.id, address: fragment.baseUrl, credential: name, client };
  return {
    id: fragment.id,
    organization: fragment.organization,
    unusable: whyUnusable({
      isActive: fragment.isActive,
      lacksCredential: fragment.credential !== 'none' && apiKey === undefined,
    }),
    timeoutMs: fragment.timeoutMs,
    maxRetries: fragment.maxRetries,
    targets: [{ name, weight: 1, client, health: health.target(of) }],
  };
}

/** Models whose provider is there, and groups of them. */
export const buildCatalog = (source: {
  providers: readonly RuntimeProvider[];
  models: readonly ModelFragment[];
  groups: readonly ModelGroup[];
  health: HealthBook;
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
      health: source.health.model(fragment.name, model.base?.name),
    }),
  });
