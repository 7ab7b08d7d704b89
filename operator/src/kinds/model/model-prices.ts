import { toPriceList } from '@aicp/contracts/prices/price-fields';
import type { PriceSource, Schedule } from '@aicp/contracts/prices/price-list';
import type { ModelSpec } from '@aicp/crds/model';
import type { Views } from '../kit/lookup.ts';
import type { SourceObject } from '../kit/source-object.ts';
import { bundledPrices, vendorOf } from '@aicp/contracts/prices/layers/bundled-prices';
import { catalogLayers, type CatalogView } from '@aicp/contracts/prices/layers/catalog-layer';
import { catalogsOf } from '../price-catalog/kind.ts';
import type { PriceLayer } from '@aicp/contracts/prices/layers/price-layer';
import { resolvePrices } from '@aicp/contracts/prices/layers/resolve-prices';
import type { ProviderView } from '../provider/provider-view.ts';

/** The PriceCatalogs that say what a model costs. */
export interface Catalogs {
  readonly platform: readonly CatalogView[];
  /** Of the organization whose provider it is. */
  readonly own: readonly CatalogView[];
}

/** An organization's catalogs are about its own account with a vendor, so that they price what its own providers serve, and nothing else. */
export const gatherCatalogs = (lookup: Views, provider: ProviderView | undefined): Catalogs => ({
  platform: catalogsOf(lookup, undefined),
  own: provider?.organization === undefined ? [] : catalogsOf(lookup, provider.organization),
});

/** What a model costs: by the data that came with the release, over it by the platform's catalogs, by those of its organization, and by its own fields. */
export function pricesOfModel(
  object: Pick<SourceObject, 'name' | 'written'>,
  spec: Pick<ModelSpec, keyof ModelSpec>,
  {
    upstreamModel,
    provider,
    catalogs,
  }: { upstreamModel: string; provider: ProviderView | undefined; catalogs: Catalogs },
): Schedule {
  const providerType = provider?.type ?? '';
  const vendor = vendorOf(providerType, provider?.baseUrl);
  const model = { upstreamModel, provider: spec.provider, providerType, vendor };
  return resolvePrices(object.name, [
    bundledPrices.layerOf(vendor, upstreamModel),
    ...catalogLayers(catalogs.platform, model),
    ...catalogLayers(catalogs.own, model),
    ownLayer(object, spec),
  ]);
}

function ownLayer(
  { name, written }: Pick<SourceObject, 'name' | 'written'>,
  spec: ModelSpec,
): PriceLayer {
  const prices = toPriceList(spec);
  const source: PriceSource = {
    layer: 'model',
    name,
    ...(written === undefined ? {} : { written }),
  };
  return Object.keys(prices).length === 0 ? [] : [{ says: { prices }, source }];
}
