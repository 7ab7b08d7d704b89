import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/empty-note.tsx';
import { RecordDetails } from '../../../records/record-details.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Usd } from '../../../ui/cells/numbers.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

interface Report {
  readonly id: string;
  readonly name: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly status: string;
  readonly total_cost: number;
  readonly unallocated_cost: number;
  readonly created_at: string;
}

const COLUMNS: readonly RecordColumn<Report>[] = [
  { field: 'name', title: 'Name' },
  { field: 'period_start', title: 'From' },
  { field: 'period_end', title: 'Until' },
  { field: 'status', title: 'State' },
  {
    field: 'total_cost',
    title: 'Total',
    isNumber: true,
    isSortable: true,
    cell: ({ total_cost: cost }) => <Usd value={cost} />,
  },
  {
    field: 'unallocated_cost',
    title: 'Not allocated',
    isNumber: true,
    cell: ({ unallocated_cost: cost }) => <Usd value={cost} />,
  },
  { field: 'created_at', title: 'Made', cell: ({ created_at }) => <Moment at={created_at} /> },
];

const FILTERS: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    title: 'State',
    options: [
      { value: 'draft', label: 'Draft' },
      { value: 'finalized', label: 'Final' },
    ],
  },
];

/** Chargeback reports. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Chargeback reports"
      description="What each cost center owes for a month, to the cent."
    />
    <RecordList<Report>
      collection="/api/v1/chargeback/reports"
      nouns="reports"
      idOf={(record) => record.id}
      columns={COLUMNS}
      filters={FILTERS}
      isOfOrganization
      isSearchable
      Details={RecordDetails}
      empty={
        <EmptyNote title="No reports yet">
          A report adds up what was spent in a month, by the allocation rules of that time.
        </EmptyNote>
      }
    />
  </Stack>
);
