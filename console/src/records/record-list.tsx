import { Skeleton, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useKeptSearch } from '../address/use-go.ts';
import { ProblemAlert } from '../ui/states/problem-alert.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { NothingLeft } from './paging/nothing-left.tsx';
import { nextSort } from './paging/list-state.ts';
import { Pager } from './paging/pager.tsx';
import { useRecords, type Records } from './paging/use-records.ts';
import type { RecordColumn, RecordListProps } from './kit/record-list-props.ts';
import { RecordTable } from './table/record-table.tsx';
import { useMarks, type Marks } from './table/use-marks.ts';
import { useOpenRows } from './table/use-open-rows.ts';
import { useRowKeys } from './table/use-row-keys.ts';
import { useColumnChoice } from './toolbar/column-choice.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';

/** A list of records: the service pages, sorts, searches and filters it, and the page's address says which part is shown. */
export function RecordList<T>(props: RecordListProps<T>) {
  const records = useRecords(props);
  const columns = useColumnChoice(props.collection, props.columns);
  const marks = useMarks(props.idOf, records.scope);
  const { page, isNarrowed } = records;
  if (page.isPending && !isNarrowed) return <Loading />;
  if (hasNone(records)) return props.empty;
  return (
    <Stack gap="xs">
      <Toolbar list={props} records={records} columns={columns} />
      {page.isError && <ProblemAlert error={page.error} onRetry={() => void page.refetch()} />}
      {page.isPending && <Loading />}
      {page.data && <Rows list={props} records={records} columns={columns.shown} marks={marks} />}
      <Pager records={records} nouns={props.nouns} />
    </Stack>
  );
}

/** Nothing narrows the list, and nothing is on it: there is none of these records at all. */
function hasNone<T>({ page, state, isNarrowed, limits }: Records<T>): boolean {
  const { organization, time } = limits;
  if (isNarrowed || organization !== undefined || time || state.page > 1) return false;
  return page.data?.items.length === 0 && !page.isPlaceholderData;
}

interface RowsProps<T> {
  readonly list: RecordListProps<T>;
  readonly records: Records<T>;
  readonly columns: readonly RecordColumn<T>[];
  readonly marks: Marks<T>;
}

const NONE: readonly never[] = [];

function Rows<T>({ list, records, columns, marks }: RowsProps<T>) {
  const { idOf, linkOf, Details, bulkActions = [], collection, nouns, empty } = list;
  const latest: readonly T[] = records.page.data?.items ?? NONE;
  // Keys and clicks are answered while the rows of a page that has come are drawn.
  const items = useDeferredValue(latest);
  const navigate = useNavigate();
  const search = useKeptSearch();
  const openRows = useOpenRows();
  const canMark = bulkActions.length > 0;
  const { keysRef, current } = useRowKeys({
    ids: items.map(idOf),
    onOpen: (index) => {
      const record = items[index];
      if (record === undefined) return;
      if (linkOf) void navigate({ to: linkOf(record), search } as never);
      else if (Details) openRows.toggle(idOf(record));
    },
    onMark: (index) => {
      const record = items[index];
      if (record !== undefined && canMark) marks.toggle(record);
    },
  });
  return (
    <>
      <BulkBar {...{ collection, nouns, idOf, marks }} shown={items} actions={bulkActions} />
      {items.length === 0 ? (
        <NothingLeft nouns={nouns} records={records} empty={empty} />
      ) : (
        <RecordTable
          label={nouns}
          records={items}
          columns={columns}
          sort={records.state.sort}
          onSort={(field) => records.narrow({ sort: nextSort(records.state.sort, field) })}
          marks={canMark ? marks : undefined}
          openRows={openRows}
          keysRef={keysRef}
          current={current}
          isOld={records.page.isPlaceholderData || items !== latest}
          idOf={idOf}
          {...(linkOf ? { linkOf } : {})}
          {...(Details ? { Details } : {})}
        />
      )}
    </>
  );
}

const Loading = () => (
  <Stack gap={8} role="status" aria-busy="true" aria-label="Loading">
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} height={28} />
    ))}
  </Stack>
);
