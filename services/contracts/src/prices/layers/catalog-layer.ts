import { toPriceList } from '../price-fields.ts';
import type { PriceCatalogSpec } from '@aicp/crds/price-catalog';
import type { LayerEntry, PriceLayer } from './price-layer.ts';

/** A PriceCatalog as models see it. */
export interface CatalogView {
  readonly name: string;
  /** When it was last written, where that is known. */
  readonly written?: string | undefined;
  readonly spec: PriceCatalogSpec;
}

/** The model that a price is looked for: what its provider calls it, and the provider. */
export interface PricedModel {
  readonly upstreamModel: string;
  readonly provider: string;
  readonly providerType: string;
  /** As the bundled data calls it; undefined where nobody knows. */
  readonly vendor: string | undefined;
}

/** Catalogs as layers, the one that counts least first. */
export const catalogLayers = (
  catalogs: readonly CatalogView[],
  model: PricedModel,
): readonly PriceLayer[] =>
  [...catalogs]
    .sort((a, b) => a.spec.priority - b.spec.priority || (a.name < b.name ? 1 : -1))
    .map((catalog) => layerOf(catalog, model))
    .filter((layer) => layer.length > 0);

interface Ranked {
  readonly entry: LayerEntry;
  /** How exactly it says what it is for; compared one after the other. */
  readonly rank: readonly number[];
}

/** What one catalog says of a model, what counts least first: discounts, then prices, and of either what is the least exact, or began first. */
function layerOf({ name, written, spec }: CatalogView, model: PricedModel): PriceLayer {
  const { discounts = [], prices = [] } = spec;
  const sourceOf = ({ source, effectiveFrom }: Dated): LayerEntry['source'] => ({
    layer: 'catalog',
    name,
    ...(spec.organizationId === undefined ? {} : { organization: spec.organizationId }),
    ...(source === undefined ? {} : { source }),
    ...(effectiveFrom === undefined ? {} : { date: effectiveFrom }),
    ...(written === undefined ? {} : { written }),
  });
  const ranked = [
    ...discounts.filter(matches(model)).map((one) => ({
      entry: {
        says: { discountPercent: one.discountPercent },
        source: sourceOf(one),
        ...periodOf(one),
      },
      rank: [0, ...exactness(one)],
    })),
    ...prices.filter(matches(model)).map((one) => ({
      entry: { says: { prices: toPriceList(one) }, source: sourceOf(one), ...periodOf(one) },
      rank: [1, ...exactness(one)],
    })),
  ];
  return ranked.sort(byRank).map(({ entry }) => entry);
}

interface Dated {
  readonly effectiveFrom?: string | undefined;
  readonly effectiveUntil?: string | undefined;
  readonly source?: string | undefined;
}

interface Scope extends Dated {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
}

function byRank({ rank: one }: Ranked, { rank: other }: Ranked): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A day is its first moment in UTC. */
const momentOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

const periodOf = ({
  effectiveFrom,
  effectiveUntil,
}: Scope): Pick<LayerEntry, 'from' | 'until'> => ({
  from: momentOf(effectiveFrom),
  until: momentOf(effectiveUntil),
});

const exactness = ({ model = '*', provider, effectiveFrom }: Scope): readonly number[] => [
  provider === undefined ? 0 : 1,
  model.includes('*') ? 0 : 1,
  model.replaceAll('*', '').length,
  momentOf(effectiveFrom) ?? 0,
];

const matches =
  ({ upstreamModel, provider, providerType, vendor }: PricedModel) =>
  (scope: Scope): boolean =>
    (scope.provider === undefined || [provider, providerType, vendor].includes(scope.provider)) &&
    isLike(upstreamModel, scope.model ?? '*');

/** Whether a text is like a pattern, in which `*` stands for any text. Found part by part, so that no pattern takes long. */
export function isLike(text: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return text === pattern;
  const end = parts.pop() ?? '';
  if (!text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - end.length;
}
