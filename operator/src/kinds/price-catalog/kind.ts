import { specFaults } from '@aicp/contracts/checks/spec-faults';
import type { PriceCatalogFragment } from '@aicp/contracts/snapshot/sections/price-catalogs';
import { priceCatalog, type PriceCatalogSpec } from '@aicp/crds/price-catalog';
import { z } from 'zod';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { viewsOf, type ViewOf } from '../kit/lookup.ts';
import { operatorKind, type Seen } from '../kit/operator-kind.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import type { CatalogView } from '@aicp/contracts/prices/layers/catalog-layer';

const SECTION = 'price_catalogs';

/** A PriceCatalog. The fragments of Models hold the prices that come of it; its own is there so that its last good form is not lost. */
export const priceCatalogKind = operatorKind<PriceCatalogSpec, null, PriceCatalogFragment>({
  definition: priceCatalog,
  sections: () => [SECTION],
  gather: () => null,
  decide: decideCatalog,
  keptIn: SECTION,
  keep: (fragment, { object }) =>
    isOf(organizationIn(object.spec), fragment) ? [{ section: SECTION, fragment }] : [],
  view: {
    isList: true,
    isOfFragment: true,
    keyOf: ({ spec }) => scopeOf(organizationIn(spec)),
    of: viewCatalog,
  },
});

function decideCatalog(object: SourceObject, spec: PriceCatalogSpec): KindVerdict {
  const faults = specFaults(object.kind, spec).map(
    ({ path, message }) => `${['spec', ...path].join('.')}: ${message}`,
  );
  if (faults.length > 0) return notAccepted('Invalid', faults.join('; '));
  const fragment: PriceCatalogFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    ...(object.written === undefined ? {} : { written: object.written }),
    spec,
  };
  return accepted([{ section: SECTION, fragment }]);
}

function viewCatalog({
  object,
  spec,
  isUsable,
  lastGood,
}: Seen<PriceCatalogSpec>): CatalogView | undefined {
  const { name, written } = object;
  if (spec && isUsable()) return { name, written, spec };
  const kept = lastGood() as PriceCatalogFragment | undefined;
  return kept && isOf(organizationIn(object.spec), kept)
    ? { name, written: kept.written, spec: kept.spec }
    : undefined;
}

/** A form that was of somebody else, such as the platform, prices nothing for who has the catalog now. */
const isOf = (organization: string | undefined, kept: PriceCatalogFragment): boolean =>
  kept.organization === organization;

/** Whose a catalog is, read also where the rest of its spec cannot be. */
const organizationIn = (spec: unknown): string | undefined => ofSomebody.parse(spec).organizationId;

const ofSomebody = z
  .object({ organizationId: z.string().optional().catch(undefined) })
  .catch({ organizationId: undefined });

const listed = viewsOf('PriceCatalog') as ViewOf<readonly CatalogView[]>;

/** No organization is called so. */
const scopeOf = (organization: string | undefined): string => organization ?? '';

/** The catalogs of the platform, or of an organization. */
export const catalogsOf = (
  views: Parameters<typeof listed>[0],
  organization: string | undefined,
): readonly CatalogView[] => listed(views, scopeOf(organization)) ?? [];
