import type { Api } from '../../../api/api.ts';
import { objectPath } from '../../../api/read/list.ts';
import { ApiProblem } from '../../../api/problem.ts';
import type { ObjectAddress } from '../../yaml/manifest-api.ts';
import type { Named } from '../relations/use-relations.ts';
import { ownedElsewhere } from '../../write/write-problems.ts';

/** What a deletion would come to. */
export type Deletion =
  | { readonly outcome: 'free' }
  /** Others stand on it; `dependents` are those of them that the caller may see. */
  | {
      readonly outcome: 'stood-on';
      readonly dependents: readonly Named[];
      readonly count: number;
      /** Why a deletion of all of them would be refused; undefined where it would be done. */
      readonly cascadeProblem: ApiProblem | undefined;
    }
  | { readonly outcome: 'owned'; readonly owner: string }
  | { readonly outcome: 'refused'; readonly problem: ApiProblem };

type Asking = Pick<Api, 'request'>;

/** Tries a deletion without doing it. Rejects where no answer comes. */
export async function tryDeletion(api: Asking, address: ObjectAddress): Promise<Deletion> {
  const problem = await problemOf(api, address, { isCascade: false, isTrial: true });
  if (!problem) return { outcome: 'free' };
  const owned = ownedElsewhere(problem);
  if (owned) return { outcome: 'owned', owner: owned.owner };
  const { dependents, dependent_count: count } = problem.body;
  if (!Array.isArray(dependents)) return { outcome: 'refused', problem };
  const named = dependents as readonly Named[];
  return {
    outcome: 'stood-on',
    dependents: named,
    count: typeof count === 'number' ? count : named.length,
    cascadeProblem: await problemOf(api, address, { isCascade: true, isTrial: true }),
  };
}

interface DeletionWay {
  /** Whether what stands on it goes too. */
  readonly isCascade: boolean;
  readonly isTrial: boolean;
}

/** Deletes an object. Rejects with an ApiProblem. */
export async function deleteObject(
  api: Asking,
  { collection, id }: ObjectAddress,
  { isCascade, isTrial }: DeletionWay,
): Promise<void> {
  await api.request(objectPath(collection, id), {
    method: 'DELETE',
    query: { cascade: isCascade ? true : undefined, dry_run: isTrial ? true : undefined },
  });
}

/** Why it is refused; undefined where it is not. */
async function problemOf(
  api: Asking,
  address: ObjectAddress,
  way: DeletionWay,
): Promise<ApiProblem | undefined> {
  try {
    await deleteObject(api, address, way);
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem && error.status > 0 && error.status < 500) return error;
    throw error;
  }
}
