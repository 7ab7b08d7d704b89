import { useQuery } from '@tanstack/react-query';
import { collectionKey } from '../../../api/query-client.ts';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import type { ToldCard } from './agent-card.ts';

const { collection: AGENTS } = RESOURCES.agent;

/** What an agent says of itself now. It is asked once: what it does not answer now, it does not a second later. */
export function useCard(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...collectionKey(AGENTS), 'card', id],
    retry: false,
    queryFn: ({ signal }) => api.json<ToldCard>(`${objectPath(AGENTS, id)}/card`, { signal }),
  });
}
