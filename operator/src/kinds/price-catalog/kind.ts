import { priceCatalog, type PriceCatalogSpec } from '@aicp/crds/price-catalog';
import { readAsItIs } from '../kit/kind-verdict.ts';
import { viewsOf, type ViewOf } from '../kit/lookup.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import type { CatalogView } from './catalog-layer.ts';

/** A PriceCatalog adds nothing to a snapshot by itself: the fragments of Models hold the prices that come of it. */
export const priceCatalogKind = operatorKind<PriceCatalogSpec, null>({
  definition: priceCatalog,
  sections: () => [],
  gather: () => null,
  decide: () => readAsItIs([]),
  view: {
    isList: true,
    isOfFragment: true,
    keyOf: (_object, spec) => spec && scopeOf(spec.organizationId),
    of: ({ object, spec, owner }): CatalogView | undefined =>
      spec && !owner?.problem ? { name: object.name, spec } : undefined,
  },
});

const listed = viewsOf('PriceCatalog') as ViewOf<readonly CatalogView[]>;

/** No organization is called so. */
const scopeOf = (organization: string | undefined): string => organization ?? '';

/** The catalogs of the platform, or of an organization. */
export const catalogsOf = (
  views: Parameters<typeof listed>[0],
  organization: string | undefined,
): readonly CatalogView[] => listed(views, scopeOf(organization)) ?? [];
