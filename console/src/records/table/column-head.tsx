import { Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { RecordColumn } from '../kit/record-list-props.ts';

export interface ColumnHeadProps<T> {
  readonly column: RecordColumn<T>;
  readonly sort: string;
  readonly onSort: (field: string) => void;
}

type Direction = 'ascending' | 'descending' | 'none';

const directionOf = (sort: string, field: string): Direction => {
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : 'none';
};

const SIGNS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

/** The head of a column; a button where the list can be sorted by it. */
export function ColumnHead<T>({ column, sort, onSort }: ColumnHeadProps<T>) {
  const { field, title, isNumber, isSortable } = column;
  const align = isNumber === true ? 'end' : 'start';
  if (isSortable !== true) return <Table.Th ta={align}>{title}</Table.Th>;
  const direction = directionOf(sort, field);
  const Sign = SIGNS[direction];
  return (
    <Table.Th ta={align} aria-sort={direction}>
      <UnstyledButton fz="inherit" fw="inherit" ta={align} onClick={() => onSort(field)}>
        <Group gap={4} wrap="nowrap" component="span">
          {title}
          <Sign
            size={13}
            aria-hidden
            opacity={direction === 'none' ? 0.4 : 1}
            style={{ flexShrink: 0 }}
          />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
