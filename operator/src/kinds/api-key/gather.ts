import type { ApiKeySpec } from '@aicp/crds/api-key';
import { missingObjects, referencesTo } from '../references/object-references.ts';
import type { ReferredObject, World } from '../world.ts';
import { NO_PARENTS, parentsOf, type Parents } from './parents.ts';

/** Whom an APIKey belongs to. */
export interface ApiKeyGathered {
  /** Undefined where it names none, or one that does not exist. */
  readonly team: ReferredObject | undefined;
  /** Sentences on the team and the business unit that do not exist for it. */
  readonly missing: readonly string[];
  /** The keys that it comes from. */
  readonly parents: Parents;
}

const NOBODY: ApiKeyGathered = { team: undefined, missing: [], parents: NO_PARENTS };

export function gatherApiKey(
  { teamId, organizationId, businessUnitId, createdBy }: ApiKeySpec,
  world: Pick<World, 'referred' | 'key'>,
): ApiKeyGathered {
  const parents = parentsOf({ createdBy }, world);
  if ((teamId ?? businessUnitId) === undefined) return { ...NOBODY, parents };
  const team = teamId === undefined ? undefined : world.referred('Team', teamId);
  const references = [
    ...(team ? [] : referencesTo('Team', 'teamId', teamId)),
    ...referencesTo('BusinessUnit', 'businessUnitId', businessUnitId),
  ];
  const organization = organizationId ?? team?.organization;
  return { team, missing: missingObjects(references, organization, world), parents };
}
