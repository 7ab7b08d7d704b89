import { useQuery } from '@tanstack/react-query';
import { objectPath } from '../../../api/read/list.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';

/** An object that another one names, or that names it. */
export interface Related {
  readonly resource_type: string;
  /** Where the API has such objects; null where it has none. */
  readonly collection: string | null;
  readonly id: string;
  readonly name: string;
  /** The field that names the other: `config.target_models`. */
  readonly field: string;
}

export interface Named {
  readonly kind: string;
  readonly id: string;
}

/** What an object refers to, what refers to it, and what deleting it would find. */
export interface Relations {
  readonly refers_to: readonly (Related & { readonly exists: boolean })[];
  readonly refers_to_count: number;
  readonly referred_by: readonly (Related & {
    readonly blocks_delete: boolean;
    readonly goes_along: boolean;
  })[];
  readonly referred_by_count: number;
  readonly deletion: {
    readonly blocked: boolean;
    readonly dependents: readonly Named[];
    readonly dependent_count: number;
    readonly cascade: readonly Named[];
    readonly cascade_count: number;
  };
}

/** The relations of an object; `data` is null where the service does not tell. */
export function useRelations(collection: string, id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...collectionKey(collection), 'object', id, '/relations'],
    queryFn: async ({ signal }) => {
      try {
        return await api.json<Relations>(`${objectPath(collection, id)}/relations`, { signal });
      } catch (error) {
        if (error instanceof ApiProblem && NOT_TOLD.has(error.status)) return null;
        throw error;
      }
    },
  });
}

/** An earlier version of the service does not know the question, or the caller may not ask it. */
const NOT_TOLD: ReadonlySet<number> = new Set([403, 404]);
