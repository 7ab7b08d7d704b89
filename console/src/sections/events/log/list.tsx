import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/empty-note.tsx';
import { RecordDetails } from '../../../records/record-details.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Count } from '../../../ui/cells/numbers.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

interface EventRecord {
  readonly id: string;
  readonly timestamp: string;
  readonly event_type: string;
  readonly subject: string;
  readonly status: string;
  readonly attempts: number;
}

const COLUMNS: readonly RecordColumn<EventRecord>[] = [
  { field: 'timestamp', title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
  { field: 'event_type', title: 'What' },
  { field: 'subject', title: 'About' },
  { field: 'status', title: 'Told' },
  {
    field: 'attempts',
    title: 'Attempts',
    isNumber: true,
    cell: ({ attempts }) => <Count value={attempts} />,
  },
];

const FILTERS: readonly RecordFilter[] = [
  { kind: 'text', name: 'event_type', title: 'What' },
  { kind: 'text', name: 'subject', title: 'About' },
];

/** What happened, and was told. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle title="Event log" description="What happened that subscriptions may be told of." />
    <RecordList<EventRecord>
      collection="/api/v1/events/log"
      nouns="events"
      idOf={(record) => record.id}
      columns={COLUMNS}
      filters={FILTERS}
      isTimed
      Details={RecordDetails}
      refetchMs={10000}
      empty={
        <EmptyNote title="No events in this time">
          Budgets near their limit, broken SLAs, changes of policies and keys and more are written
          down here.
        </EmptyNote>
      }
    />
  </Stack>
);
