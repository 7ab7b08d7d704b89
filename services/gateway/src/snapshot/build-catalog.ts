import { buildCatalog as buildRoutingCatalog } from '@aicp/contracts/routing/catalog/build-catalog';
import type { Catalog } from '@aicp/contracts/routing/catalog/catalog';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { ModelGroup } from '@aicp/contracts/snapshot/sections/policies';
import type { HealthBook } from '../health/health-book.ts';
import type { RuntimeModel, RuntimeProvider } from '../routing/runtime.ts';
import { toLimits } from '../usage/token-limits.ts';
import { modelLimits } from './to-provider.ts';

/** Models whose provider is there, and groups of them. */
export const buildCatalog = (source: {
  providers: readonly RuntimeProvider[];
  models: readonly ModelFragment[];
  groups: readonly ModelGroup[];
  health: HealthBook;
}): Catalog<RuntimeModel> => {
  const fragments = new Map(source.models.map((fragment) => [fragment.name, fragment]));
  return buildRoutingCatalog<RuntimeProvider, RuntimeModel>({
    ...source,
    complete: (model, fragment, provider) => ({
      ...model,
      isHastier: isHastier(provider, fragment, fragments.get(model.base?.name ?? '')),
      provider,
      upstreamModel: fragment.upstreamModel,
      lossy: fragment.lossy,
      weight: fragment.weight,
      created: fragment.created,
      limits: toLimits(fragment.limits),
      health: source.health.model(fragment.name, {
        identity: identityOf(fragment, provider),
        base: model.base?.name,
      }),
      timeLimits: modelLimits(provider, fragment),
    }),
  });
};

function isHastier(
  provider: RuntimeProvider,
  fragment: ModelFragment,
  base: ModelFragment | undefined,
): boolean {
  if (!base) return false;
  const own = modelLimits(provider, fragment);
  const its = modelLimits(provider, base);
  return TIMES.some((time) => own[time] < its[time]);
}

const TIMES = ['connectMs', 'firstByteMs', 'idleMs', 'streamMs', 'documentMs'] as const;

/** Without its organization an object could change hands. */
const identityOf = (
  { source, organization, upstreamModel }: ModelFragment,
  provider: RuntimeProvider,
): string => JSON.stringify([source.uid, organization, upstreamModel, provider.identity]);
