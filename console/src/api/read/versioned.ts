import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { objectPath } from './list.ts';
import { collectionKey } from '../query-client.ts';
import { useApi } from '../runtime.tsx';

/** An object with the tag by which a write says what it was made from. */
export interface Versioned<T> {
  readonly object: T;
  /** For `If-Match`. */
  readonly tag: string | undefined;
}

/** One object of a collection, read anew when the collection changes. */
export function useVersioned<T>(collection: string, id: string): UseQueryResult<Versioned<T>> {
  const api = useApi();
  return useQuery({
    queryKey: [...collectionKey(collection), 'versioned', id],
    queryFn: async ({ signal }) => {
      const response = await api.request(objectPath(collection, id), { signal });
      return {
        object: (await response.json()) as T,
        tag: response.headers.get('etag') ?? undefined,
      };
    },
  });
}
