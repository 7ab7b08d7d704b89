import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ListParams } from './list.ts';
import { useApi } from '../runtime.tsx';

export interface ReadOptions {
  readonly query?: ListParams;
  /** Read anew so often, milliseconds. */
  readonly refetchMs?: number;
  readonly enabled?: boolean;
}

/** An answer of the API that is no list. */
export function useRead<T>(path: string, options: ReadOptions = {}): UseQueryResult<T> {
  const { query = {}, refetchMs, enabled = true } = options;
  const api = useApi();
  return useQuery({
    queryKey: ['read', path, query],
    enabled,
    refetchInterval: refetchMs ?? false,
    queryFn: ({ signal }) => api.json<T>(path, { query, signal }),
  });
}
