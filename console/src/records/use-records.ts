import { useList, type ListParams } from '../api/list.ts';
import { useSearchParam } from '../app/search-params.ts';
import { useTimeRange } from '../shell/time-range/use-time-range.ts';
import { useListState } from './list-state.ts';
import type { RecordListProps } from './record-list-props.ts';

/** Rows of a page. */
export const PAGE_SIZE = 50;

/** The page of a list that the address asks for. `query` is what its CSV is asked with: everything but the page. */
export function useRecords<T>(props: RecordListProps<T>) {
  const { collection, filters = [], isTimed, isOfOrganization, refetchMs } = props;
  const list = useListState(filters);
  const range = useTimeRange();
  const [organization] = useSearchParam('org');
  const { q, sort, cursor, filters: values } = list.state;
  const query: ListParams = {
    ...(isOfOrganization === true && organization !== '' && { organization_id: organization }),
    ...(isTimed === true && { since: range.since, until: range.until }),
    ...props.query,
    ...values,
    q: q === '' ? undefined : q,
    sort: sort === '' ? undefined : sort,
  };
  const page = useList<T>(
    collection,
    { ...query, cursor, limit: PAGE_SIZE },
    refetchMs === undefined ? {} : { refetchMs },
  );
  const isNarrowed = q !== '' || Object.keys(values).length > 0;
  return { ...list, query, page, isNarrowed };
}

export type Records<T> = ReturnType<typeof useRecords<T>>;
