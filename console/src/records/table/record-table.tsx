import { ScrollArea, Table } from '@mantine/core';
import type { RecordColumn } from '../record-list-props.ts';
import { ColumnHead } from './column-head.tsx';
import { RecordRow, type RowParts } from './record-row.tsx';
import { MarkAll } from './mark.tsx';
import type { Marks } from './use-marks.ts';

export interface RecordTableProps<T> extends RowParts<T> {
  readonly label: string;
  readonly records: readonly T[];
  readonly columns: readonly RecordColumn<T>[];
  readonly sort: string;
  readonly onSort: (field: string) => void;
  /** Undefined: rows are not marked. */
  readonly marks: Marks | undefined;
  /** The row that keys have reached; undefined: none. */
  readonly current: number | undefined;
}

/** Records as rows. Narrow screens scroll it sideways. */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const { label, records, columns, sort, onSort, marks, current, ...parts } = props;
  return (
    <ScrollArea
      type="auto"
      offsetScrollbars="x"
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
    >
      <Table highlightOnHover className="console-table" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {marks && (
              <Table.Th w={36}>
                <MarkAll marks={marks} ids={records.map(parts.idOf)} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.field} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record, index) => (
            <RecordRow
              key={parts.idOf(record)}
              {...parts}
              record={record}
              columns={columns}
              marks={marks}
              isCurrent={index === current}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
