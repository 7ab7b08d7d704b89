import type { Clock } from '@aicp/common/time/clock';
import { bundledPrices, vendorOf } from '@aicp/contracts/prices/layers/bundled-prices';
import { catalogLayers, type CatalogView } from '@aicp/contracts/prices/layers/catalog-layer';
import { resolvePrices } from '@aicp/contracts/prices/layers/resolve-prices';
import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import { tellPrices, type ToldPrices } from '@aicp/contracts/prices/told/told-prices';
import { kindNamed } from '@aicp/crds/kinds';
import { priceCatalog } from '@aicp/crds/price-catalog';
import type { ObjectStore } from '@aicp/admin/resources/store';
import type { StoredObject } from '@aicp/admin/resources/stored-object';
import type { ModelMode, OfferedModel } from '../vendors/offered-model.ts';

/** What is known of an offered model beside what its vendor says. */
export interface Knowledge {
  /** What it costs now; null where nobody knows. */
  readonly prices: ToldPrices | null;
  /** Whether a Model of it has these prices without saying them. */
  readonly isPricedByItself: boolean;
  readonly contextWindow: number | undefined;
}

/** What the release's data and the PriceCatalogs in use say of the models of one provider. */
export function priceKnowledge(
  { metadata, spec }: StoredObject,
  { store, clock }: { readonly store: Pick<ObjectStore, 'list'>; readonly clock: Clock },
): (model: OfferedModel & { readonly mode: ModelMode }) => Knowledge {
  const { type, baseUrl, organizationId } = spec as {
    type: string;
    baseUrl?: string;
    organizationId?: string;
  };
  const vendor = vendorOf(type, baseUrl);
  const { platforms, own } = catalogsIn(store, organizationId);
  const nowMs = clock.now();
  const pricesOf = (id: string, name: string, mode: string): ToldPrices | null => {
    const priced = { upstreamModel: id, provider: metadata.name, providerType: type, vendor };
    const schedule = resolvePrices(name, [
      bundledPrices.layerOf(vendor, name),
      ...catalogLayers(platforms, priced),
      ...catalogLayers(own, priced),
    ]);
    const inForce = new PriceSchedule(schedule, mode).at(nowMs);
    if (!inForce.isPriced) return null;
    const told = { ...schedule, name, created: 0 };
    return tellPrices(told, inForce, { nowMs, reader: undefined });
  };
  return ({ id, baseModel, mode }) => {
    const byItself = pricesOf(id, id, mode);
    const known = baseModel ?? id;
    return {
      prices: byItself ?? (baseModel === undefined ? null : pricesOf(id, baseModel, mode)),
      isPricedByItself: byItself !== null,
      contextWindow: bundledPrices.contextWindowOf(vendor, known),
    };
  };
}

function catalogsIn(
  store: Pick<ObjectStore, 'list'>,
  organization: string | undefined,
): { readonly platforms: readonly CatalogView[]; readonly own: readonly CatalogView[] } {
  const read = store.list(kindNamed('PriceCatalog')).flatMap(({ metadata, spec }) => {
    // One that the operator does not take prices nothing here either.
    const { data } = priceCatalog.spec.safeParse(spec);
    return data ? [{ name: metadata.name, spec: data }] : [];
  });
  const of = (owner: string | undefined): readonly CatalogView[] =>
    read.filter(({ spec }) => spec.organizationId === owner);
  return { platforms: of(undefined), own: organization === undefined ? [] : of(organization) };
}
