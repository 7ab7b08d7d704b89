import { ActionIcon, Anchor, Table } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { keptOf, useSearchParams } from '../../app/search-params.ts';
import { Dash } from '../../ui/cells/moment.tsx';
import type { RecordColumn, RecordListProps } from '../record-list-props.ts';
import { Mark } from './mark.tsx';
import type { Marks } from './use-marks.ts';
import { valueText } from './value-text.ts';

export type RowParts<T> = Pick<RecordListProps<T>, 'idOf' | 'linkOf' | 'Details'>;

export interface RecordRowProps<T> extends RowParts<T> {
  readonly record: T;
  readonly columns: readonly RecordColumn<T>[];
  readonly marks: Marks | undefined;
  readonly isCurrent: boolean;
}

/** A record. Its first cell leads to its page, or opens what more there is to see. */
export function RecordRow<T>(props: RecordRowProps<T>) {
  const { record, columns, marks, isCurrent, idOf, linkOf, Details } = props;
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const id = idOf(record);
  return (
    <>
      <Table.Tr ref={row} data-current={isCurrent} data-record={id}>
        {marks && (
          <Table.Td>
            <Mark marks={marks} id={id} />
          </Table.Td>
        )}
        {columns.map((column, index) => (
          <Table.Td
            key={column.field}
            ta={column.isNumber === true ? 'end' : 'start'}
            maw={420}
            style={{ overflowWrap: 'anywhere' }}
          >
            {index === 0 && Details !== undefined && (
              <OpenButton id={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
            )}
            {index === 0 && linkOf ? (
              <RowLink to={linkOf(record)}>{cellOf(record, column)}</RowLink>
            ) : (
              cellOf(record, column)
            )}
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

function cellOf<T>(record: T, { cell, field }: RecordColumn<T>): ReactNode {
  if (cell) return cell(record);
  const text = valueText((record as Readonly<Record<string, unknown>>)[field]);
  return text === '' ? <Dash /> : text;
}

function RowLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const search = keptOf(useSearchParams());
  return (
    <Anchor
      renderRoot={(props) => <Link {...props} to={to} search={search as never} />}
      fw={500}
      inherit
    >
      {children}
    </Anchor>
  );
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
