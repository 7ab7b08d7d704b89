import { priceCatalog } from '@aicp/crds/price-catalog';
import { bundledPrices, vendorOf } from '@aicp/contracts/prices/layers/bundled-prices';
import { catalogLayers, type CatalogView } from '@aicp/contracts/prices/layers/catalog-layer';
import { sayingAt, type PriceLayer } from '@aicp/contracts/prices/layers/price-layer';
import { resolvePrices } from '@aicp/contracts/prices/layers/resolve-prices';
import { columns } from '../cli/columns.ts';
import { catalogsFor, periodAt, type InstalledModel } from './installed-prices.ts';
import { priceRows } from './price-rows.ts';

/** What somebody else says of a model. */
interface Said {
  /** What it is said over. */
  readonly beneath: readonly PriceLayer[];
  readonly own: readonly PriceLayer[];
}

export type Says = (installed: InstalledModel) => Said;

/** What came with the release. */
export const bundledSays: Says = (installed) => ({ beneath: [], own: [bundledLayer(installed)] });

/**
 * What catalogs say, whether they are applied or not: over the bundled data and the other catalogs, so that a discount is taken off what is there, and prices that
 * Models say themselves can be held against them. A catalog that is applied under the name of one of these counts as that one.
 */
export function catalogsSay(catalogs: readonly { name: string; spec: unknown }[]): Says {
  const views = catalogs.map(({ name, spec: written }) => {
    const spec = priceCatalog.spec.parse(written);
    return { name, spec, organization: spec.organizationId };
  });
  const names = new Set(catalogs.map(({ name }) => name));
  return (installed) => {
    const others = installed.catalogs
      .filter(({ id }) => !names.has(id))
      .map(({ id, organization, spec }) => ({ name: id, organization, spec }));
    return {
      beneath: [bundledLayer(installed), ...layersOf(others, installed)],
      own: layersOf(catalogsFor(installed.provider, views), installed),
    };
  };
}

const bundledLayer = ({ model, provider }: InstalledModel): PriceLayer =>
  bundledPrices.layerOf(vendorOf(provider.type, provider.baseUrl), model.upstreamModel);

/** The platform's catalogs, and over them those of an organization. */
function layersOf(
  catalogs: readonly (CatalogView & { readonly organization: string | undefined })[],
  { model, provider }: InstalledModel,
): readonly PriceLayer[] {
  const priced = {
    upstreamModel: model.upstreamModel,
    provider: provider.id,
    providerType: provider.type,
    vendor: vendorOf(provider.type, provider.baseUrl),
  };
  const { platforms = [], organizations = [] } = Object.groupBy(catalogs, ({ organization }) =>
    organization === undefined ? 'platforms' : 'organizations',
  );
  return [...catalogLayers(platforms, priced), ...catalogLayers(organizations, priced)];
}

/** Where models cost something else than somebody says; empty: nowhere. Models of which that one says nothing are left out. */
export function diffPrices(
  models: readonly InstalledModel[],
  { says, heading, now }: { says: Says; heading: string; now: number },
): string {
  const rows = models.flatMap((installed) => {
    const { model } = installed;
    const { beneath, own } = says(installed);
    if (!own.some((layer) => sayingAt(layer, now, undefined))) return [];
    const said = resolvePrices(model.name, [...beneath, ...own]);
    const other = priceRows(periodAt(said, now).prices);
    if (other.size === 0) return [];
    const ours = priceRows(periodAt(model, now).prices);
    return [...new Set([...ours.keys(), ...other.keys()])].flatMap((field) => {
      const [is, theirs] = [ours.get(field) ?? '-', other.get(field) ?? '-'];
      return is === theirs ? [] : [[model.name, field, is, theirs]];
    });
  });
  return rows.length === 0 ? '' : columns([['MODEL', 'PRICE', 'HERE', heading], ...rows]);
}
