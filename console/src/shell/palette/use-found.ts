import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/problem.ts';
import { useApi, useUser } from '../../api/runtime.tsx';
import { useGo } from '../../address/use-go.ts';
import { pageOf, resourceOfType } from '../../resources/resource-table.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { isRequestId } from './is-request-id.ts';
import { idInPath } from '../../address/id-in-path.ts';

interface Found {
  readonly resource_type: string;
  readonly id: string;
  readonly name: string;
}

/** Objects that a search found, and what to say where there are none. */
export interface FoundObjects {
  readonly objects: readonly SpotlightActionData[];
  readonly note: string;
}

/** Fewer letters are found nearly everywhere. */
const FEWEST = 2;

/** Objects whose id or name holds the text. */
export function useFound(query: string): FoundObjects {
  const api = useApi();
  const go = useGo();
  const [q] = useDebouncedValue(query, 150);
  const { data, isFetching, error } = useQuery({
    queryKey: ['search', q],
    enabled: q.length >= FEWEST,
    queryFn: ({ signal }) =>
      api.json<readonly Found[]>('/api/v1/search', { query: { q, limit: 10 }, signal }),
  });
  const objects = (data ?? []).flatMap(({ resource_type, id, name }) => {
    const resource = resourceOfType(resource_type);
    if (!resource) return [];
    return {
      id: `${resource_type}/${id}`,
      label: visibleText(name),
      description: name === id ? resource.noun : `${resource.noun} ${id}`,
      onClick: () => go(pageOf(resource, id)),
    };
  });
  if (error) return { objects, note: `Objects could not be searched: ${messageOf(error)}` };
  return { objects, note: isFetching || q !== query ? 'Searching' : 'Nothing found' };
}

/** The way to a request whose id was pasted. */
export function useRequestAction(query: string): readonly SpotlightActionData[] {
  const go = useGo();
  const { permissions } = useUser();
  if (!isRequestId(query) || !permissions.includes('decisions:read')) return [];
  const onClick = () => go(`/requests/${idInPath(query)}`);
  return [{ id: 'request', label: `Open request ${query}`, onClick }];
}
