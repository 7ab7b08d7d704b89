import { useQuery } from '@tanstack/react-query';
import { objectPath } from '../../../api/read/list.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { isUnderWay, type Rollout } from './rollout-text.ts';

/** A change that is on its way is looked at again so often, ms. */
const EVERY_MS = 1000;

/** How far an object has come, followed closely while a change is on its way; null where the service does not tell. Who is told no conditions is told nothing of this either. */
export function useRollout(
  collection: string,
  { id, conditions }: Pick<ApiObject, 'id' | 'conditions'>,
): Rollout | null | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...collectionKey(collection), 'object', id, '/rollout'],
    queryFn: async ({ signal }) => {
      try {
        return await api.json<Rollout>(`${objectPath(collection, id)}/rollout`, { signal });
      } catch (error) {
        if (error instanceof ApiProblem && NOT_TOLD.has(error.status)) return null;
        throw error;
      }
    },
    enabled: conditions !== undefined,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? EVERY_MS : false),
  });
  return data;
}

/** An earlier version of the service does not know the question, or the caller may not ask it. */
const NOT_TOLD: ReadonlySet<number> = new Set([403, 404]);
