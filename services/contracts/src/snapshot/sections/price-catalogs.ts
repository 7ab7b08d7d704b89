import { priceCatalog, type PriceCatalogSpec } from '@aicp/crds/price-catalog';
import { z } from 'zod';
import { defineSection, organization, source, type Source } from './kit/section.ts';

/** A PriceCatalog in the form in which it prices models. */
export interface PriceCatalogFragment {
  readonly source: Source;
  /** metadata.name of the PriceCatalog. */
  readonly id: string;
  readonly organization?: string | undefined;
  /** When this form of it was last written (RFC 3339); absent where nobody knows. */
  readonly written?: string | undefined;
  readonly spec: PriceCatalogSpec;
}

export const priceCatalogFragment: z.ZodType<PriceCatalogFragment> = z.object({
  source,
  id: z.string(),
  organization,
  written: z.string().optional(),
  spec: priceCatalog.spec,
});

/** The prices that come of it stand in the models: nobody but the operator needs the catalog itself. */
export const priceCatalogs = defineSection({
  name: 'price_catalogs',
  item: priceCatalogFragment,
  readers: [],
});
