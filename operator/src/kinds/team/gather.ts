import type { TeamSpec } from '@aicp/crds/team';
import { missingObjects, referencesTo } from '../references.ts';
import type { World } from '../world.ts';

/** Sentences on the organization and the business unit that a Team names and that do not exist. */
export interface TeamGathered {
  readonly missing: readonly string[];
}

export function gatherTeam(
  { organizationId, businessUnitId }: TeamSpec,
  world: Pick<World, 'referred'>,
): TeamGathered {
  const references = [
    ...referencesTo('Organization', 'organizationId', organizationId),
    ...referencesTo('BusinessUnit', 'businessUnitId', businessUnitId),
  ];
  return { missing: missingObjects(references, organizationId, world) };
}
