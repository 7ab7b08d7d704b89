import type { AccessGrantSpec } from '@aicp/crds/access-grant';
import { missingObjects, referencesTo } from '../references/object-references.ts';
import type { World } from '../world.ts';

/** Sentences on the tier and the team that an AccessGrant names, where they do not exist. */
export interface AccessGrantGathered {
  readonly missing: readonly string[];
}

export function gatherAccessGrant(
  { organizationId, tierId, teamId }: AccessGrantSpec,
  world: Pick<World, 'referred'>,
): AccessGrantGathered {
  const references = [
    ...referencesTo('AccessTier', 'tierId', tierId),
    ...referencesTo('Team', 'teamId', teamId),
  ];
  return { missing: missingObjects(references, organizationId, world) };
}
