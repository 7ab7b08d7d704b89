import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { RecordColumn, RecordListProps } from '../kit/record-list-props.ts';
import type { Records } from '../paging/use-records.ts';
import { ColumnChoice } from './column-choice.tsx';
import { CsvButton } from './csv-button.tsx';
import { FilterField } from './filter-fields.tsx';
import { SearchField } from './search-field.tsx';

export interface ToolbarProps<T> {
  readonly list: RecordListProps<T>;
  readonly records: Records<T>;
  readonly columns: {
    readonly shown: readonly RecordColumn<T>[];
    readonly setShown: (field: string, isShown: boolean) => void;
  };
}

/** Search, filters, columns and CSV of a list. On narrow screens the filters show where one asks for them. */
export function Toolbar<T>({ list, records, columns }: ToolbarProps<T>) {
  const { collection, nouns, filters = [], isSearchable } = list;
  const { state, query, narrow, isNarrowed, clear } = records;
  return (
    <Group gap="xs" justify="space-between" align="flex-start">
      <Group gap="xs" flex="1 1 300px">
        {isSearchable === true && (
          <SearchField value={state.q} label={`Search ${nouns}`} onSearch={(q) => narrow({ q })} />
        )}
        <Folded count={Object.keys(state.filters).length} isEmpty={filters.length === 0}>
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              values={state.filters}
              onChange={narrow}
            />
          ))}
        </Folded>
        {isNarrowed && (
          <Button size="xs" variant="subtle" onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      <Group gap="xs">
        <CsvButton
          collection={collection}
          query={query}
          columns={inCsv(columns.shown)}
          name={nouns.replaceAll(' ', '-')}
        />
        <ColumnChoice columns={list.columns} shown={columns.shown} onChange={columns.setShown} />
      </Group>
    </Group>
  );
}

interface FoldedProps {
  /** Of filters that are set. */
  readonly count: number;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

/** Filters; on narrow screens behind a button, so that the list itself is seen. */
function Folded({ count, isEmpty, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, {
    getInitialValueInEffect: false,
  });
  if (isEmpty || !isNarrow) return children;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFilter size={14} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {isOpen && children}
    </>
  );
}

const inCsv = <T,>(columns: readonly RecordColumn<T>[]): string[] =>
  columns.filter(({ isComputed }) => isComputed !== true).map(({ field }) => field);
