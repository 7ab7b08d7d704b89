import type { Referrer } from '@aicp/common/kubernetes/reserved-secret';
import { credentialAt } from '../references/credential.ts';
import { missingObjects } from '../references/object-references.ts';
import { missingNames, refer, type World } from '../world.ts';
import type { StoredReferences } from './stored-references.ts';

/** Sentences on what an object refers to and does not exist. */
export interface StoredGathered {
  readonly missing: readonly string[];
  readonly missingSecrets: readonly string[];
}

type Known = Pick<World, 'named' | 'unserved' | 'referred' | 'secret'>;

/** Looks up all that a spec names. */
export function gatherStored(
  organization: string | undefined,
  { objects = [], models = {}, secrets = {} }: StoredReferences,
  world: Known,
  referrer: Referrer,
): StoredGathered {
  return {
    missing: [
      ...missingObjects(objects, organization, world),
      ...Object.entries(models).flatMap(([field, names]) =>
        missingNames(field, refer(exact(names), organization, world)),
      ),
    ],
    missingSecrets: Object.entries(secrets).flatMap(([field, ref]) => {
      const credential = credentialAt(ref, world, referrer);
      return credential.state === 'missing' ? [`${field}: ${credential.why}`] : [];
    }),
  };
}

function exact(names: string | readonly string[] | undefined): string[] {
  const list = typeof names === 'string' ? [names] : (names ?? []);
  return list.filter((name) => !name.endsWith('*'));
}
