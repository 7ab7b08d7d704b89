import type { ModelDeprecationSpec } from '@aicp/crds/model-deprecation';
import { missingObjects, referencesTo } from '../references.ts';
import { refer, type Reference, type World } from '../world.ts';

/** The two models that a ModelDeprecation names. */
export interface ModelDeprecationGathered {
  readonly model: readonly Reference[];
  readonly replacement: readonly Reference[];
  /** A sentence on its organization, where that does not exist. */
  readonly missing: readonly string[];
}

export function gatherModelDeprecation(
  { modelName, replacementModel, organizationId }: ModelDeprecationSpec,
  world: Pick<World, 'named' | 'unserved' | 'referred'>,
): ModelDeprecationGathered {
  const owner = referencesTo('Organization', 'organizationId', organizationId);
  return {
    model: refer([modelName], organizationId, world),
    replacement: refer(replacementModel ? [replacementModel] : [], organizationId, world),
    missing: missingObjects(owner, organizationId, world),
  };
}
