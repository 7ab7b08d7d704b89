import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { QueryValue } from '../api.ts';
import { collectionKey } from '../query-client.ts';
import { useApi } from '../runtime.tsx';
import { idInPath } from '../../address/id-in-path.ts';

/** A page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** How many there are on all pages; undefined where the API does not count them. */
  readonly total: number | undefined;
  /** Of the next page; undefined on the last. */
  readonly next: string | undefined;
}

export type ListParams = Readonly<Record<string, QueryValue>>;

/** A page of a collection, read anew when the collection changes. The page before stays shown while the next is read. */
export function useList<T>(
  collection: string,
  params: ListParams,
  options: { readonly enabled?: boolean; readonly refetchMs?: number } = {},
): UseQueryResult<ListPage<T>> {
  const api = useApi();
  return useQuery({
    queryKey: [...collectionKey(collection), 'list', params],
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
    refetchInterval: options.refetchMs ?? false,
    queryFn: async ({ signal }) => {
      const response = await api.request(collection, { query: params, signal });
      return toPage<T>(response, (await response.json()) as readonly T[]);
    },
  });
}

/** One object of a collection, or what is below it (`useObject(c, id, '/usage')`), read anew when the collection changes. */
export function useObject<T>(
  collection: string,
  id: string,
  options: {
    readonly below?: string;
    readonly query?: ListParams;
    readonly enabled?: boolean;
  } = {},
): UseQueryResult<T> {
  const { below = '', query = {}, enabled = true } = options;
  const api = useApi();
  return useQuery({
    queryKey: [...collectionKey(collection), 'object', id, below, query],
    enabled,
    queryFn: ({ signal }) =>
      api.json<T>(`${objectPath(collection, id)}${below}`, { query, signal }),
  });
}

/** The path of an object: its id may hold slashes and colons. */
export const objectPath = (collection: string, id: string): string =>
  `${collection}/${idInPath(id)}`;

/** Reads what the headers of an answer say of its page. */
export function toPage<T>(response: Response, items: readonly T[]): ListPage<T> {
  const total = response.headers.get('x-total-count');
  return { items, total: total === null ? undefined : Number(total), next: nextCursor(response) };
}

/** `Link: <…?cursor=…>; rel="next"`. */
function nextCursor(response: Response): string | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URL(address, response.url).searchParams.get('cursor') ?? undefined;
}
