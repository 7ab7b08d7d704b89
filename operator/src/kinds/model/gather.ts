import type { ModelSpec } from '@aicp/crds/model';
import { isOwnOrShared, refer, type ProviderView, type Reference, type World } from '../world.ts';

/** What a Model refers to. */
export interface ModelGathered {
  /** Undefined where there is none that this model may use. */
  readonly provider: ProviderView | undefined;
  readonly fallbacks: readonly Reference[];
}

export function gatherModel(
  spec: ModelSpec,
  world: Pick<World, 'provider' | 'named' | 'unserved'>,
): ModelGathered {
  return {
    provider: providerOf(spec, world),
    fallbacks: refer(spec.fallbacks ?? [], spec.organizationId, world),
  };
}

/** The provider that a model names. One of an organization serves that organization's models alone. */
export function providerOf(
  spec: Pick<ModelSpec, 'provider' | 'organizationId'>,
  world: Pick<World, 'provider'>,
): ProviderView | undefined {
  const provider = world.provider(spec.provider);
  return provider && isOwnOrShared(spec.organizationId, provider.organization)
    ? provider
    : undefined;
}
