import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { useQuery } from '@tanstack/react-query';
import { isMissing } from '../api/query-client.ts';
import { useApi } from '../api/runtime.tsx';

export type Decision = ApiSchemas['RequestDetail'];

/** A request is recorded a moment after its answer: so often it is looked for, and so long after each time, ms. */
const TRIES = 8;
const EVERY_MS = 1000;

/** What was decided of a request, as soon as it is recorded with its cost. */
export function useDecision(requestId: string, isWanted: boolean) {
  const api = useApi();
  return useQuery<Decision>({
    queryKey: ['decision', requestId],
    enabled: isWanted && requestId !== '',
    retry: (count, error) => isMissing(error) && count < TRIES,
    retryDelay: EVERY_MS,
    // The decision comes before its usage: it is read again until both are there.
    refetchInterval: ({ state: { data, dataUpdateCount: count } }) =>
      data?.result === 'serve' && data.completion === null && count < TRIES ? EVERY_MS : false,
    queryFn: ({ signal }) =>
      api.json(`/api/v1/requests/${encodeURIComponent(requestId)}`, { signal }),
  });
}
