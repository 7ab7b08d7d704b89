import { toPage, useList, type ListParams } from '../../api/read/list.ts';
import { useApi } from '../../api/runtime.tsx';
import { useSearchParam } from '../../address/search-params.ts';
import { useTimeRange } from '../../shell/time-range/use-time-range.ts';
import type { RecordListProps } from '../kit/record-list-props.ts';
import { askedWith } from './asked-with.ts';
import { useListState } from './list-state.ts';
import { usePageTurns } from './use-page-turns.ts';

/** Rows of a page. */
export const PAGE_SIZE = 50;

/** The page of a list that the address asks for. `query` is what its CSV is asked with: everything but the page. */
export function useRecords<T>(props: RecordListProps<T>) {
  const { collection, filters = [], refetchMs } = props;
  const api = useApi();
  const list = useListState(filters);
  const limits = useLimits(props);
  const { q, sort, cursor, filters: values } = list.state;
  const query: ListParams = {
    ...limits.query,
    ...props.query,
    ...askedWith(values, filters),
    q: q === '' ? undefined : q,
    sort: sort === '' ? undefined : sort,
  };
  const page = useList<T>(
    collection,
    { ...query, cursor, limit: PAGE_SIZE },
    refetchMs === undefined ? {} : { refetchMs },
  );
  /** Changes with what the list is narrowed to, and with nothing else. */
  const scope = JSON.stringify([limits.scope, props.query, values, q]);
  const turns = usePageTurns({
    ...{ list, page, order: `${scope} ${sort}`, rows: PAGE_SIZE },
    cursorAfter: async (limit, after) => {
      const asked = { query: { ...query, cursor: after, limit } };
      return toPage(await api.request(collection, asked), []).next;
    },
  });
  const isNarrowed = q !== '' || Object.keys(values).length > 0;
  return { ...list, ...turns, query, page, scope, isNarrowed, limits };
}

export type Records<T> = ReturnType<typeof useRecords<T>>;

/** What the header narrows a list to: an organization, and a time. */
function useLimits<T>({
  isTimed,
  isOfOrganization,
}: Pick<RecordListProps<T>, 'isTimed' | 'isOfOrganization'>) {
  const range = useTimeRange();
  const [chosen] = useSearchParam('org');
  const organization = isOfOrganization === true && chosen !== '' ? chosen : undefined;
  const time = isTimed === true ? range : undefined;
  const query: ListParams = {
    ...(organization !== undefined && { organization_id: organization }),
    ...(time && { since: time.since, until: time.until }),
  };
  // A range that ends now moves on with each minute, and is still the same range.
  const span = time?.preset ?? [time?.since, time?.until];
  return { query, organization, time, scope: [organization, span] };
}
