import type { TeamSpec } from '@aicp/crds/team';
import { missingObjects, referencesTo } from '../references/object-references.ts';
import type { SourceObject } from '../source-object.ts';
import type { World } from '../world.ts';

export interface TeamGathered {
  /** metadata.uid of the Organization that it is bound to. */
  readonly organizationUid: string | undefined;
  /** A sentence on the business unit that it names, where that does not exist for it. */
  readonly missing: readonly string[];
}

export function gatherTeam(
  { organizationId, businessUnitId }: TeamSpec,
  world: Pick<World, 'referred' | 'owner'>,
  { uid }: SourceObject,
): TeamGathered {
  const references = referencesTo('BusinessUnit', 'businessUnitId', businessUnitId);
  return {
    organizationUid: world.owner(uid)?.binding?.organizationUid,
    missing: missingObjects(references, organizationId, world),
  };
}
