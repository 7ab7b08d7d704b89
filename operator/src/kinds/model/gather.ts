import type { ModelSpec } from '@aicp/crds/model';
import { refer, takenNames, type Reference, type World } from '../world.ts';
import { gatherUpstream, type Upstream } from './upstream.ts';

/** What a Model refers to. */
export interface ModelGathered extends Upstream {
  /** Those of its names that the platform has. */
  readonly taken: readonly string[];
  readonly fallbacks: readonly Reference[];
}

export function gatherModel(
  spec: ModelSpec,
  world: Pick<World, 'provider' | 'named' | 'unserved' | 'isPlatformName' | 'platformModel'>,
): ModelGathered {
  return {
    ...gatherUpstream(spec, world),
    taken: takenNames([spec.modelId, ...(spec.aliases ?? [])], spec.organizationId, world),
    fallbacks: refer(spec.fallbacks ?? [], spec.organizationId, world),
  };
}
