import type {
  CredentialFragment,
  ModelFragment,
  ModelGroup,
  ProviderFragment,
} from '@aicp/contracts/snapshot/fragments';
import type { ProviderClient } from '../providers/provider-client.ts';
import { Catalog, type RuntimeGroup, type RuntimeModel } from '../routing/catalog.ts';
import type { RuntimeProvider } from '../routing/runtime-provider.ts';
import { toPrices } from '../usage/cost.ts';

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
    unusable: unusable(fragment, apiKey),
    timeoutMs: fragment.timeoutMs,
    maxRetries: fragment.maxRetries,
    client: clientFor(fragment, apiKey),
  };
}

function unusable(fragment: ProviderFragment, apiKey: string | undefined) {
  if (!fragment.isActive) return 'inactive';
  return fragment.credential !== 'none' && apiKey === undefined ? 'credential missing' : undefined;
}

/** Models whose provider is there, and groups of them. A model of an organization's provider serves that organization alone. */
export function buildCatalog(options: {
  providers: readonly RuntimeProvider[];
  models: readonly ModelFragment[];
  groups: readonly ModelGroup[];
}): Catalog {
  const providers = new Map(options.providers.map((provider) => [provider.id, provider]));
  const models = options.models.flatMap((fragment) => {
    const provider = providers.get(fragment.provider);
    return provider && isTogether(fragment, provider) ? [toModel(fragment, provider)] : [];
  });
  const named = new Catalog(models);
  return new Catalog([...models, ...options.groups.map((group) => toGroup(group, named))]);
}

const isTogether = (model: ModelFragment, provider: RuntimeProvider): boolean =>
  model.organization === undefined ||
  provider.organization === undefined ||
  model.organization === provider.organization;

const toModel = (fragment: ModelFragment, provider: RuntimeProvider): RuntimeModel => ({
  kind: 'model',
  id: fragment.id,
  names: [fragment.id, ...fragment.aliases],
  organization: fragment.organization ?? provider.organization,
  provider,
  upstreamModel: fragment.upstreamModel,
  tier: fragment.tier,
  weight: fragment.weight,
  fallbacks: fragment.fallbacks,
  created: fragment.created,
  prices: toPrices(fragment.prices),
  priceVersion: fragment.priceVersion,
});

function toGroup(group: ModelGroup, models: Catalog): RuntimeGroup {
  return {
    kind: 'group',
    id: group.alias,
    names: [group.alias],
    organization: group.organization,
    created: Math.floor(Date.parse(group.created) / 1000),
    members: group.members.flatMap(({ model, weight }) =>
      models
        .everything(model)
        .flatMap((served) => (served.kind === 'model' ? [{ model: served, weight }] : [])),
    ),
  };
}
