import { priceCatalog } from '@aicp/crds/price-catalog';
import { bundledPrices, vendorOf } from '@aicp/operator/kinds/price-catalog/bundled-prices';
import { catalogLayers } from '@aicp/operator/kinds/price-catalog/catalog-layer';
import type { PriceLayer } from '@aicp/operator/kinds/price-catalog/price-layer';
import { resolvePrices } from '@aicp/operator/kinds/price-catalog/resolve-prices';
import { columns } from '../cli/columns.ts';
import { periodAt, type InstalledModel } from './installed-prices.ts';
import { priceRows } from './price-rows.ts';

/** What somebody else says of a model. */
export type Says = (installed: InstalledModel) => readonly PriceLayer[];

/** What came with the release. */
export const bundledSays: Says = ({ model, provider }) => [
  bundledPrices.layerOf(vendorOf(provider.type, provider.baseUrl), model.upstreamModel),
];

/** What catalogs say, whether they are applied or not. */
export const catalogsSay = (catalogs: readonly { name: string; spec: unknown }[]): Says => {
  const views = catalogs.map(({ name, spec }) => ({
    name,
    spec: priceCatalog.spec.parse(spec),
  }));
  return ({ model, provider }) =>
    catalogLayers(views, {
      upstreamModel: model.upstreamModel,
      provider: provider.id,
      providerType: provider.type,
    });
};

/** Where models cost something else than somebody says; empty: nowhere. Models of which that one says nothing are left out. */
export function diffPrices(
  models: readonly InstalledModel[],
  { says, heading, now }: { says: Says; heading: string; now: number },
): string {
  const rows = models.flatMap((installed) => {
    const { model } = installed;
    const other = priceRows(periodAt(resolvePrices(model.name, says(installed)), now).prices);
    if (other.size === 0) return [];
    const ours = priceRows(periodAt(model, now).prices);
    return [...new Set([...ours.keys(), ...other.keys()])].flatMap((field) => {
      const [is, said] = [ours.get(field) ?? '-', other.get(field) ?? '-'];
      return is === said ? [] : [[model.name, field, is, said]];
    });
  });
  return rows.length === 0 ? '' : columns([['MODEL', 'PRICE', 'HERE', heading], ...rows]);
}
