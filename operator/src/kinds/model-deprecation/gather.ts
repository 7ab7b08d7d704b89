import type { ModelDeprecationSpec } from '@aicp/crds/model-deprecation';
import { refer, type Reference, type World } from '../world.ts';

/** The two models that a ModelDeprecation names. */
export interface ModelDeprecationGathered {
  readonly model: readonly Reference[];
  readonly replacement: readonly Reference[];
}

export function gatherModelDeprecation(
  { modelName, replacementModel, organizationId }: ModelDeprecationSpec,
  world: Pick<World, 'named' | 'unserved'>,
): ModelDeprecationGathered {
  return {
    model: refer([modelName], organizationId, world),
    replacement: refer(replacementModel ? [replacementModel] : [], organizationId, world),
  };
}
