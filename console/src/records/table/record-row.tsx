import { ActionIcon, Table } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { PageLink } from '../../address/page-link.tsx';
import { Dash } from '../../ui/cells/moment.tsx';
import type { RecordColumn, RecordListProps } from '../kit/record-list-props.ts';
import { Mark } from './mark.tsx';
import type { Marks } from './use-marks.ts';
import type { OpenRows } from './use-open-rows.ts';
import { valueText } from '../../ui/text/value-text.ts';

export interface RowParts<T> extends Pick<RecordListProps<T>, 'idOf' | 'linkOf' | 'Details'> {
  readonly columns: readonly RecordColumn<T>[];
  /** Undefined: rows are not marked. */
  readonly marks: Marks<T> | undefined;
  readonly openRows: OpenRows;
}

export interface RecordRowProps<T> extends RowParts<T> {
  readonly record: T;
  /** Keys have reached it. */
  readonly isCurrent: boolean;
}

/**
 * A record. Its first cell leads to its page, or opens what more there is to see. It is drawn anew where something of it changed, and not
 * because another row did.
 */
export const RecordRow = memo(Row, isSameRow) as typeof Row;

function Row<T>(props: RecordRowProps<T>) {
  const { record, columns, marks, openRows, isCurrent, idOf, linkOf, Details } = props;
  const id = idOf(record);
  const isOpen = openRows.has(id);
  return (
    <>
      <Table.Tr tabIndex={-1} data-current={isCurrent} data-record={id}>
        {marks && (
          <Table.Td>
            <Mark marks={marks} record={record} id={id} />
          </Table.Td>
        )}
        {columns.map((column, index) => (
          <Table.Td
            key={column.field}
            ta={column.isNumber === true ? 'end' : 'start'}
            data-wide={index === 0 || undefined}
          >
            <div
              className="console-cell"
              data-opens={(index === 0 && Details !== undefined) || undefined}
            >
              {index === 0 && Details !== undefined && (
                <OpenButton id={id} isOpen={isOpen} onToggle={() => openRows.toggle(id)} />
              )}
              {index === 0 && linkOf ? (
                <PageLink to={linkOf(record)} fw={500}>
                  {cellOf(record, column)}
                </PageLink>
              ) : (
                cellOf(record, column)
              )}
            </div>
          </Table.Td>
        ))}
      </Table.Tr>
      {isOpen && Details && (
        <Table.Tr>
          <Table.Td colSpan={columns.length + (marks ? 1 : 0)}>
            <Details record={record} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** Whether two draw the same: what the functions answer depends on the record alone. */
export function isSameRow<T>(before: RecordRowProps<T>, now: RecordRowProps<T>): boolean {
  const isOpenIn = ({ openRows, idOf, record }: RecordRowProps<T>) => openRows.has(idOf(record));
  return (
    before.record === now.record &&
    before.columns === now.columns &&
    before.isCurrent === now.isCurrent &&
    before.marks?.has(before.record) === now.marks?.has(now.record) &&
    isOpenIn(before) === isOpenIn(now)
  );
}

function cellOf<T>(record: T, { cell, field }: RecordColumn<T>): ReactNode {
  if (cell) return cell(record);
  const text = valueText((record as Readonly<Record<string, unknown>>)[field]);
  return text === '' ? <Dash /> : text;
}

interface OpenButtonProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const OpenButton = ({ id, isOpen, onToggle }: OpenButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="xs"
    mr={4}
    onClick={onToggle}
    aria-expanded={isOpen}
    aria-label={`Details of ${id}`}
  >
    {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
  </ActionIcon>
);
