import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/empty-note.tsx';
import { RecordDetails } from '../../../records/record-details.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Count } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

interface Violation {
  readonly id: string;
  readonly sla_id: string;
  readonly provider: string;
  readonly model: string;
  readonly metric: string;
  readonly target: number;
  readonly actual: number;
  readonly severity: string;
  readonly status: string;
  readonly started_at: string;
  readonly resolved_at: string | null;
}

const COLUMNS: readonly RecordColumn<Violation>[] = [
  { field: 'started_at', title: 'Since', cell: ({ started_at }) => <Moment at={started_at} /> },
  {
    field: 'sla_id',
    title: 'SLA',
    cell: ({ sla_id }) => <ObjectLink collection="/api/v1/sla/definitions" id={sla_id} />,
  },
  { field: 'model', title: 'Model' },
  { field: 'metric', title: 'What' },
  {
    field: 'target',
    title: 'Promised',
    isNumber: true,
    cell: ({ target }) => <Count value={target} />,
  },
  {
    field: 'actual',
    title: 'Measured',
    isNumber: true,
    cell: ({ actual }) => <Count value={actual} />,
  },
  { field: 'severity', title: 'Severity' },
  { field: 'status', title: 'State' },
  { field: 'resolved_at', title: 'Until', cell: ({ resolved_at }) => <Moment at={resolved_at} /> },
];

const FILTERS: readonly RecordFilter[] = [
  { kind: 'object', name: 'sla_id', title: 'SLA', collection: '/api/v1/sla/definitions' },
  { kind: 'text', name: 'model', title: 'Model' },
  { kind: 'text', name: 'severity', title: 'Severity' },
];

/** SLAs that were broken. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Violations"
      description="When models were slower or less reliable than promised."
    />
    <RecordList<Violation>
      collection="/api/v1/sla/violations"
      nouns="violations"
      idOf={(record) => record.id}
      columns={COLUMNS}
      filters={FILTERS}
      isTimed
      Details={RecordDetails}
      refetchMs={5000}
      empty={
        <EmptyNote title="No violations in this time">
          All SLAs were kept, or there are none.
        </EmptyNote>
      }
    />
  </Stack>
);
