import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/empty-note.tsx';
import { RecordDetails } from '../../../records/record-details.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Count } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

interface Delivery {
  readonly id: string;
  readonly created_at: string;
  readonly event_type: string;
  readonly subscription_id: string;
  readonly channel: string;
  readonly status: string;
  readonly attempts: number;
  readonly response_code: number | null;
  readonly error: string | null;
}

const COLUMNS: readonly RecordColumn<Delivery>[] = [
  { field: 'created_at', title: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  { field: 'event_type', title: 'What' },
  {
    field: 'subscription_id',
    title: 'Subscription',
    cell: ({ subscription_id }) => (
      <ObjectLink collection="/api/v1/events/subscriptions" id={subscription_id} />
    ),
  },
  { field: 'channel', title: 'Channel' },
  { field: 'status', title: 'State' },
  {
    field: 'attempts',
    title: 'Attempts',
    isNumber: true,
    cell: ({ attempts }) => <Count value={attempts} />,
  },
  { field: 'response_code', title: 'Answer' },
  { field: 'error', title: 'Error' },
];

const FILTERS: readonly RecordFilter[] = [
  {
    kind: 'object',
    name: 'subscription',
    title: 'Subscription',
    collection: '/api/v1/events/subscriptions',
  },
  { kind: 'text', name: 'status', title: 'State' },
];

/** How each subscription was told. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Deliveries"
      description="Each attempt to tell a subscription what happened."
    />
    <RecordList<Delivery>
      collection="/api/v1/events/deliveries"
      nouns="deliveries"
      idOf={(record) => record.id}
      columns={COLUMNS}
      filters={FILTERS}
      isTimed
      Details={RecordDetails}
      refetchMs={10000}
      empty={
        <EmptyNote title="No deliveries in this time">
          Once something happens that a subscription asks for, its deliveries stand here.
        </EmptyNote>
      }
    />
  </Stack>
);
