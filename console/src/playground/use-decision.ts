import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../api/api.ts';
import { useApi } from '../api/runtime.tsx';
import { idInPath } from '../address/id-in-path.ts';

export type Decision = ApiSchemas['RequestDetail'];

/** A request is recorded a moment after its answer: so often it is looked for, and so long after each time, ms. */
const TRIES = 8;
const EVERY_MS = 1000;

/** A request is not recorded yet. */
class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

/** What was decided of a request, as soon as it is recorded with its cost. */
export function useDecision(requestId: string, isWanted: boolean) {
  const api = useApi();
  return useQuery<Decision>({
    queryKey: ['decision', requestId],
    enabled: isWanted && requestId !== '',
    retry: (count, error) => error instanceof NotRecorded && count < TRIES,
    retryDelay: EVERY_MS,
    // The decision comes before its usage: it is read again until both are there.
    refetchInterval: ({ state: { data, dataUpdateCount: count } }) =>
      data?.result === 'serve' && data.completion === null && count < TRIES ? EVERY_MS : false,
    queryFn: ({ signal }) => readDecision(api, requestId, signal),
  });
}

/** It is searched for first: the browser would write down as an error that there is no such request yet. */
async function readDecision(api: Api, id: string, signal: AbortSignal): Promise<Decision> {
  const query = { q: id, limit: 1 };
  const found = await api.json<readonly unknown[]>('/api/v1/requests', { query, signal });
  if (found.length === 0) throw new NotRecorded(`request ${id} is not recorded yet`);
  return await api.json(`/api/v1/requests/${idInPath(id)}`, { signal });
}
