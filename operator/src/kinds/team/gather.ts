import type { TeamSpec } from '@aicp/crds/team';
import { missingObjects, referencesTo } from '../references/object-references.ts';
import type { World } from '../world.ts';

/** A sentence on the business unit that a Team names, where that does not exist for it. */
export interface TeamGathered {
  readonly missing: readonly string[];
}

export function gatherTeam(
  { organizationId, businessUnitId }: TeamSpec,
  world: Pick<World, 'referred'>,
): TeamGathered {
  const references = referencesTo('BusinessUnit', 'businessUnitId', businessUnitId);
  return { missing: missingObjects(references, organizationId, world) };
}
