import { PriceSchedule } from '../../prices/price-schedule.ts';
import type { ModelFragment } from '../../snapshot/sections/catalog.ts';
import type { ModelGroup } from '../../snapshot/sections/policies.ts';
import { Catalog } from './catalog.ts';
import type { RoutingGroup, RoutingModel, RoutingProvider } from './resolution.ts';

export interface CatalogSource<P extends RoutingProvider, M extends RoutingModel> {
  readonly providers: readonly P[];
  readonly models: readonly ModelFragment[];
  readonly groups: readonly ModelGroup[];
  /** Adds to a model what the service needs of it beyond its routing. */
  readonly complete: (model: RoutingModel, fragment: ModelFragment, provider: P) => M;
}

/**
 * Models whose provider is there, and groups of them. A model of an organization's provider serves that organization alone; one that
 * uses a platform's model is there as long as that one is.
 */
export function buildCatalog<P extends RoutingProvider, M extends RoutingModel>(
  source: CatalogSource<P, M>,
): Catalog<M> {
  const providers = new Map(source.providers.map((provider) => [provider.id, provider]));
  const platforms = new Map<string, M>();
  const models: M[] = [];
  for (const fragment of byDescent(source.models)) {
    const provider = providers.get(fragment.provider);
    const base = fragment.inherits === undefined ? undefined : platforms.get(fragment.inherits);
    if (!provider || !isTogether(fragment, provider) || isOrphan(fragment, base)) continue;
    const model = source.complete(toModel(fragment, provider, base), fragment, provider);
    models.push(model);
    if (model.isPlatforms && model.organization === undefined) platforms.set(model.id, model);
  }
  const named = new Catalog(models);
  return new Catalog<M>([...models, ...source.groups.map((group) => toGroup(group, named))]);
}

/** Those that use no other model first. */
function byDescent(models: readonly ModelFragment[]): readonly ModelFragment[] {
  if (models.every(({ inherits }) => inherits === undefined)) return models;
  const isRoot = ({ inherits }: ModelFragment): boolean => inherits === undefined;
  return [...models.filter(isRoot), ...models.filter((model) => !isRoot(model))];
}

const isOrphan = ({ inherits }: ModelFragment, base: RoutingModel | undefined): boolean =>
  inherits !== undefined && base === undefined;

const isTogether = (model: ModelFragment, provider: RoutingProvider): boolean =>
  model.organization === undefined ||
  provider.organization === undefined ||
  model.organization === provider.organization;

const toModel = (
  fragment: ModelFragment,
  provider: RoutingProvider,
  base: RoutingModel | undefined,
): RoutingModel => ({
  kind: 'model',
  id: fragment.id,
  name: fragment.name,
  names: [fragment.id, ...fragment.aliases],
  organization: fragment.organization ?? provider.organization,
  isPlatforms: fragment.organization === undefined,
  base,
  provider,
  tier: fragment.tier,
  mode: fragment.mode,
  price: priceOf(fragment.prices),
  pricing: new PriceSchedule(fragment, fragment.mode),
  fallbacks: fragment.fallbacks,
  fallbacksFor: {
    context_window: fragment.contextWindowFallbacks ?? [],
    content_policy: fragment.contentPolicyFallbacks ?? [],
  },
});

/** Where only one of the two is priced, that one. Rounded beyond 2^53, which is enough to compare. */
const priceOf = ({ input, output }: ModelFragment['prices']): number | undefined =>
  input === undefined && output === undefined
    ? undefined
    : Number(input ?? 0) + Number(output ?? 0);

const toGroup = <M extends RoutingModel>(
  group: ModelGroup,
  models: Catalog<M>,
): RoutingGroup<M> => ({
  kind: 'group',
  id: group.alias,
  names: [group.alias],
  organization: group.organization,
  isPlatforms: group.organization === undefined,
  created: Math.floor(Date.parse(group.created) / 1000),
  members: group.members.flatMap(({ model, weight }) =>
    models
      .meanings(model)
      .flatMap((resolution) =>
        resolution.kind === 'model' ? [{ model: resolution, weight }] : [],
      ),
  ),
});
