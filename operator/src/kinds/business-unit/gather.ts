import type { BusinessUnitSpec } from '@aicp/crds/business-unit';
import { missingObjects, referencesTo } from '../references.ts';
import type { World } from '../world.ts';

/** A sentence on the organization of a BusinessUnit, where that does not exist. */
export interface BusinessUnitGathered {
  readonly missing: readonly string[];
}

export function gatherBusinessUnit(
  { organizationId }: BusinessUnitSpec,
  world: Pick<World, 'referred'>,
): BusinessUnitGathered {
  const references = referencesTo('Organization', 'organizationId', organizationId);
  return { missing: missingObjects(references, organizationId, world) };
}
