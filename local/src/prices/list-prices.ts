import type { PriceSource } from '@aicp/contracts/prices/price-list';
import { columns } from '../cli/columns.ts';
import { periodAt, type InstalledModel } from './installed-prices.ts';
import { priceRows } from './price-rows.ts';

/** What models cost at a moment, where that is from, and what changes later. */
export function listPrices(models: readonly InstalledModel[], now: number): string {
  const rows = models.flatMap(({ model }) => {
    const { prices, priceSources = [], priceVersion, priceHours = [] } = periodAt(model, now);
    const sources = priceSources.map(sourceText).join(', then ');
    const found = [...priceRows(prices)];
    const named = (name: string, usd: string, more: string) => [model.name, name, usd, more];
    return [
      ...(found.length === 0
        ? [named('no price', '', '')]
        : found.map(([name, usd], index) => named(name, usd, index === 0 ? sources : ''))),
      ...priceHours.map(({ fromSecond, untilSecond }) =>
        named(`other prices ${timeOf(fromSecond)}-${timeOf(untilSecond)} UTC`, '', ''),
      ),
      ...later(model.priceChanges, now).map((at) => named(`other prices from ${at}`, '', '')),
      ...(found.length === 0 ? [] : [named('version', '', priceVersion)]),
    ];
  });
  return columns([['MODEL', 'PRICE', 'USD', 'FROM'], ...rows]);
}

const later = (changes: InstalledModel['model']['priceChanges'] = [], now: number): string[] =>
  changes.flatMap(({ at }) => (Date.parse(at) > now ? [at] : []));

const timeOf = (second: number): string => new Date(second * 1000).toISOString().slice(11, 16);

function sourceText({ layer, name, source, date }: PriceSource): string {
  const of = { bundled: `${name} in`, catalog: `PriceCatalog/${name}`, model: `Model/${name}` };
  const more = [source, date].filter((part) => part !== undefined).join(', ');
  return more === '' ? of[layer] : `${of[layer]} (${more})`.replace(/ in \((.*)\)$/, ' in $1');
}
