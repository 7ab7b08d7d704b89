import { Badge, Stack } from '@mantine/core';
import { useApi, useCan } from '../../../api/runtime.tsx';
import type { BulkAction, RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { EmptyNote } from '../../../records/empty-note.tsx';
import { RecordList } from '../../../records/record-list.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { DELIVERIES, DeliveryDetails, replayPath, type Delivery } from './delivery-details.tsx';

const STATES: Readonly<
  Record<Delivery['status'], { readonly label: string; readonly color: string }>
> = {
  pending: { label: 'Waiting', color: 'blue' },
  delivering: { label: 'Being sent', color: 'blue' },
  delivered: { label: 'Delivered', color: 'teal' },
  failed: { label: 'Failed, tried again', color: 'yellow' },
  dead: { label: 'Given up', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'gray' },
};

const { collection: SUBSCRIPTIONS } = RESOURCES.eventSubscription;

const COLUMNS: readonly RecordColumn<Delivery>[] = [
  { field: 'created_at', title: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  { field: 'event_type', title: 'Event' },
  {
    field: 'subscription_id',
    title: 'Subscription',
    cell: ({ subscription_id }) => <ObjectLink collection={SUBSCRIPTIONS} id={subscription_id} />,
  },
  { field: 'channel', title: 'Channel' },
  {
    field: 'status',
    title: 'State',
    cell: ({ status }) => (
      <Badge variant="light" color={STATES[status].color}>
        {STATES[status].label}
      </Badge>
    ),
  },
  { field: 'attempts', title: 'Attempts', isNumber: true },
  { field: 'response_code', title: 'Answer', isNumber: true },
  { field: 'response_ms', title: 'Answered in (ms)', isNumber: true, isHidden: true },
  { field: 'event_id', title: 'Event id', isHidden: true },
  { field: 'organization_id', title: 'Organization', isHidden: true },
];

const FILTERS: readonly RecordFilter[] = [
  { kind: 'object', name: 'subscription', title: 'Subscription', collection: SUBSCRIPTIONS },
  {
    kind: 'choice',
    name: 'status',
    title: 'State',
    options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  },
  { kind: 'text', name: 'event', title: 'Event id' },
];

/** What was sent to subscriptions, how it went, and how it is sent again. */
export function Page() {
  const api = useApi();
  const canReplay = useCan('event_subscriptions:write');
  const replay: BulkAction<Delivery> = {
    title: 'Send again',
    question: (count) => `Send ${count} ${count === 1 ? 'delivery' : 'deliveries'} again?`,
    run: (delivery) => api.json(replayPath(delivery), { method: 'POST' }),
  };
  return (
    <Stack gap="xs">
      <PageTitle
        title="Deliveries"
        description="What was sent to each subscription. What failed can be sent again."
      />
      <RecordList<Delivery>
        collection={DELIVERIES}
        nouns="deliveries"
        idOf={({ id }) => id}
        columns={COLUMNS}
        filters={FILTERS}
        isTimed
        Details={DeliveryDetails}
        bulkActions={canReplay ? [replay] : []}
        refetchMs={10_000}
        empty={
          <EmptyNote title="No deliveries in this time">
            Nothing was sent in this time. Add a subscription to be told of events by a webhook,
            Slack, PagerDuty or email.
          </EmptyNote>
        }
      />
    </Stack>
  );
}
