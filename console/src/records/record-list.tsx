import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { keptOf, useSearchParams } from '../app/search-params.ts';
import { countText } from '../ui/cells/format-number.ts';
import { ProblemAlert } from '../ui/states/problem-alert.tsx';
import type { RecordColumn, RecordListProps } from './record-list-props.ts';
import { nextSort } from './list-state.ts';
import { useRowKeys } from './table/use-row-keys.ts';
import { RecordTable } from './table/record-table.tsx';
import { useMarks } from './table/use-marks.ts';
import { BulkBar } from './toolbar/bulk-bar.tsx';
import { useColumnChoice } from './toolbar/column-choice.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import { PAGE_SIZE, useRecords, type Records } from './use-records.ts';

/** A list of records: the service pages, sorts, searches and filters it, and the page's address says which part is shown. */
export function RecordList<T>(props: RecordListProps<T>) {
  const records = useRecords(props);
  const columns = useColumnChoice(props.collection, props.columns);
  const { page } = records;
  if (page.isPending) return <Loading />;
  if (page.isError && !page.data) {
    return <ProblemAlert error={page.error} onRetry={() => void page.refetch()} />;
  }
  const isEmpty = page.data.items.length === 0;
  if (isEmpty && !records.isNarrowed && records.state.page === 1) return props.empty;
  return (
    <Stack gap="xs">
      <Toolbar list={props} records={records} columns={columns} />
      {page.isError && <ProblemAlert error={page.error} onRetry={() => void page.refetch()} />}
      {isEmpty ? (
        <NothingLeft nouns={props.nouns} onClear={records.clear} />
      ) : (
        <Rows list={props} records={records} columns={columns.shown} />
      )}
      <Pager records={records} nouns={props.nouns} />
    </Stack>
  );
}

interface RowsProps<T> {
  readonly list: RecordListProps<T>;
  readonly records: Records<T>;
  readonly columns: readonly RecordColumn<T>[];
}

function Rows<T>({ list, records, columns }: RowsProps<T>) {
  const { idOf, linkOf, Details, bulkActions = [], collection, nouns } = list;
  const items = records.page.data?.items ?? [];
  const marks = useMarks();
  const navigate = useNavigate();
  const search = keptOf(useSearchParams());
  const current = useRowKeys(items.length, (index) => {
    const record = items[index];
    if (record !== undefined && linkOf) void navigate({ to: linkOf(record), search } as never);
  });
  const marked = items.filter((record) => marks.ids.has(idOf(record)));
  return (
    <>
      <BulkBar {...{ collection, nouns, marked, idOf, marks }} actions={bulkActions} />
      <RecordTable
        label={nouns}
        records={items}
        columns={columns}
        sort={records.state.sort}
        onSort={(field) => records.narrow({ sort: sortAfter(records.state.sort, field) })}
        marks={bulkActions.length > 0 ? marks : undefined}
        current={current}
        idOf={idOf}
        {...(linkOf ? { linkOf } : {})}
        {...(Details ? { Details } : {})}
      />
    </>
  );
}

const sortAfter = (sort: string, field: string): string | undefined => {
  const next = nextSort(sort, field);
  return next === '' ? undefined : next;
};

const Loading = () => (
  <Stack gap={8} aria-busy="true" aria-label="Loading">
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} height={28} />
    ))}
  </Stack>
);

function NothingLeft({ nouns, onClear }: { readonly nouns: string; readonly onClear: () => void }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs">
        <Text size="sm">No {nouns} match this search and these filters.</Text>
        <Button size="xs" variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      </Stack>
    </Paper>
  );
}

interface PagerProps<T> {
  readonly records: Records<T>;
  readonly nouns: string;
}

function Pager<T>({ records, nouns }: PagerProps<T>) {
  const { page, state, toNext, toPrevious } = records;
  const { items = [], total, next } = page.data ?? {};
  const first = (state.page - 1) * PAGE_SIZE + 1;
  const range = `${countText(first)} to ${countText(first + items.length - 1)}`;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {items.length > 0 && range}
        {items.length > 0 && total !== undefined && ` of ${countText(total)} ${nouns}`}
      </Text>
      {(state.page > 1 || next !== undefined) && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={state.page === 1} onClick={toPrevious}>
            Previous
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={next === undefined || page.isPlaceholderData}
            onClick={() => next !== undefined && toNext(next)}
          >
            Next
          </Button>
        </Group>
      )}
    </Group>
  );
}
