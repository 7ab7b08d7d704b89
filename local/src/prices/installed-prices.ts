import { createCompiler } from '@aicp/operator/compile/compile';
import { NOTHING_BEFORE } from '@aicp/operator/compile/types';
import { storedBindings } from '@aicp/operator/control/status';
import { toSourceObject } from '@aicp/operator/kinds/kit/source-object';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { modelFragment, providerFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { priceCatalogFragment } from '@aicp/contracts/snapshot/sections/price-catalogs';
import type { PriceCatalogFragment } from '@aicp/contracts/snapshot/sections/price-catalogs';
import type { PricePeriod, Schedule } from '@aicp/contracts/prices/price-list';
import { z } from 'zod';

/** What has to be known to say what models cost. */
export const PRICED_KINDS = ['Organization', 'Provider', 'Model', 'PriceCatalog'] as const;

/** A model that is served, and its provider. */
export interface InstalledModel {
  readonly model: ModelFragment;
  readonly provider: ProviderFragment;
  /** The PriceCatalogs in use that may price it: the platform's, and those of the organization whose provider it is. */
  readonly catalogs: readonly PriceCatalogFragment[];
}

/** The models of an installation with their prices, as the operator compiles them. */
export function installedModels(objects: readonly KubernetesObject[]): readonly InstalledModel[] {
  const sources = objects.flatMap((object) =>
    object.kind === undefined ? [] : [{ object, source: toSourceObject(object.kind, object) }],
  );
  const { sections } = createCompiler()(
    {
      objects: sources.map(({ source }) => source),
      bindings: new Map(
        sources.map(({ object, source }) => [source.uid, storedBindings(object['status'])]),
      ),
      secret: () => undefined,
      isTimeZone: () => true,
    },
    NOTHING_BEFORE,
  );
  const read = <T>(section: string, item: z.ZodType<T>): T[] =>
    z.array(item).parse(JSON.parse(sections[section] ?? '[]'));
  const providers = new Map(read('providers', providerFragment).map((one) => [one.id, one]));
  const catalogs = read('price_catalogs', priceCatalogFragment);
  return read('models', modelFragment).flatMap((model) => {
    const provider = providers.get(model.provider);
    return provider ? [{ model, provider, catalogs: catalogsFor(provider, catalogs) }] : [];
  });
}

/** An organization's catalogs price what its own providers serve, and nothing else. */
export const catalogsFor = <T extends { readonly organization?: string | undefined }>(
  provider: ProviderFragment,
  catalogs: readonly T[],
): readonly T[] =>
  catalogs.filter(
    ({ organization }) => organization === undefined || organization === provider.organization,
  );

/** What of a schedule holds at a moment, but for prices of certain hours. */
export function periodAt(schedule: Schedule, ms: number): PricePeriod {
  const { priceChanges = [], ...first } = schedule;
  return priceChanges.findLast(({ at }) => Date.parse(at) <= ms) ?? first;
}
