import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/runtime.tsx';
import { useSearchParam } from '../../../address/search-params.ts';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import type { Grouping, Overview } from './overview-charts.ts';

/** What was measured, with what it was told apart by. */
export interface GroupedOverview {
  readonly grouping: Grouping;
  readonly overview: Overview;
}

/** Figures of the page's time range and organization. What was read before stays while the next is read. */
export function useOverview(grouping: Grouping) {
  const api = useApi();
  const { since, until } = useTimeRange();
  const [organization] = useSearchParam('org');
  const query = { since, until, group_by: grouping, organization_id: organization };
  return useQuery({
    queryKey: ['read', '/api/v1/metrics/overview', query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<GroupedOverview> => ({
      grouping,
      overview: await api.json<Overview>('/api/v1/metrics/overview', { query, signal }),
    }),
  });
}
