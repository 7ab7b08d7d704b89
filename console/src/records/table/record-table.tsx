import { ScrollArea, Table } from '@mantine/core';
import { ColumnHead } from './column-head.tsx';
import { RecordRow, type RowParts } from './record-row.tsx';
import { MarkAll } from './mark.tsx';
import type { RowKeys } from './use-row-keys.ts';

export interface RecordTableProps<T> extends RowParts<T>, RowKeys {
  readonly label: string;
  readonly records: readonly T[];
  readonly sort: string;
  readonly onSort: (field: string) => void;
  /** These are the rows of before, while others are read. */
  readonly isOld: boolean;
}

/** Records as rows. Narrow screens scroll it sideways. */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const { label, records, sort, onSort, current, keysRef, isOld, ...parts } = props;
  const { columns, marks, idOf } = parts;
  return (
    <ScrollArea
      type="auto"
      offsetScrollbars="x"
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
    >
      <Table
        ref={keysRef}
        highlightOnHover
        className="console-table"
        aria-label={label}
        aria-busy={isOld}
        opacity={isOld ? 0.6 : 1}
      >
        <Table.Thead>
          <Table.Tr>
            {marks && (
              <Table.Th w={36}>
                <MarkAll marks={marks} records={records} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.field} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record) => (
            <RecordRow
              key={idOf(record)}
              {...parts}
              record={record}
              isCurrent={idOf(record) === current}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
