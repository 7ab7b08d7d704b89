import type { ApiKeySpec } from '@aicp/crds/api-key';
import type { Owner } from '../ownership/resolve-owners.ts';
import type { SourceObject } from '../source-object.ts';
import type { World } from '../world.ts';
import { parentsOf, type Parents } from './parents.ts';

/** Whom an APIKey belongs to. */
export interface ApiKeyGathered {
  readonly owner: Owner | undefined;
  /** The keys that it comes from. */
  readonly parents: Parents;
}

export const gatherApiKey = (
  _: ApiKeySpec,
  world: Pick<World, 'owner' | 'key'>,
  { uid }: SourceObject,
): ApiKeyGathered => {
  const owner = world.owner(uid);
  return { owner, parents: parentsOf(owner?.parent, world) };
};
