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
  { createdBy }: ApiKeySpec,
  world: Pick<World, 'owner' | 'key'>,
  { uid }: SourceObject,
): ApiKeyGathered => ({ owner: world.owner(uid), parents: parentsOf({ createdBy }, world) });
