import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../api/api.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';

const PAGE_SIZE = 200;
/** More are not shown in order: nobody reads them one by one. */
export const MOST_POLICIES = 1000;

export interface AllPolicies {
  readonly policies: readonly ApiObject[];
  /** How many there are. */
  readonly total: number;
}

/** All policies that the caller may see, of the highest priority first; read anew when one changes. */
export function useAllPolicies() {
  const api = useApi();
  const { collection } = RESOURCES.routingPolicy;
  return useQuery({
    queryKey: [...collectionKey(collection), 'all'],
    queryFn: ({ signal }) => readAll(api, signal),
  });
}

async function readAll(api: Pick<Api, 'request'>, signal: AbortSignal): Promise<AllPolicies> {
  const policies: ApiObject[] = [];
  let cursor: string | undefined;
  for (;;) {
    const response = await api.request(RESOURCES.routingPolicy.collection, {
      query: { sort: '-priority', limit: PAGE_SIZE, cursor },
      signal,
    });
    policies.push(...((await response.json()) as ApiObject[]));
    cursor = cursorIn(response);
    if (cursor === undefined || policies.length >= MOST_POLICIES) {
      const total = Number(response.headers.get('x-total-count') ?? policies.length);
      return { policies: policies.slice(0, MOST_POLICIES), total };
    }
  }
}

/** `Link: <…?cursor=…>; rel="next"`. */
function cursorIn(response: Response): string | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URL(address, response.url).searchParams.get('cursor') ?? undefined;
}
