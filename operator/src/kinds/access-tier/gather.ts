import type { AccessTierSpec } from '@aicp/crds/access-tier';
import { missingNames, refer, type World } from '../world.ts';

/** Sentences on the models that an AccessTier names and that do not exist. */
export interface AccessTierGathered {
  readonly missing: readonly string[];
}

/** A prefix ending in `*` names no model by itself. */
export const gatherAccessTier = (
  { organizationId, models = [] }: AccessTierSpec,
  world: Pick<World, 'named' | 'unserved'>,
): AccessTierGathered => {
  const exact = models.filter((name) => !name.endsWith('*'));
  return { missing: missingNames('models', refer(exact, organizationId, world)) };
};
