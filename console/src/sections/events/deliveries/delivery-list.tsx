import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApi, useCan } from '../../../api/runtime.tsx';
import type {
  BulkAction,
  RecordColumn,
  RecordFilter,
} from '../../../records/kit/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { choiceText } from '../../../ui/text/choice-text.ts';
import { eventText } from '../log/event-text.ts';
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
  { field: 'event_type', title: 'Event', cell: ({ event_type }) => eventText(event_type) },
  {
    field: 'subscription_id',
    title: 'Subscription',
    cell: ({ subscription_id }) => <ObjectLink collection={SUBSCRIPTIONS} id={subscription_id} />,
  },
  { field: 'channel', title: 'Channel', cell: ({ channel }) => choiceText(channel) },
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

const OF_SUBSCRIPTION: RecordFilter = {
  ...{ kind: 'object', name: 'subscription', title: 'Subscription', collection: SUBSCRIPTIONS },
};

const FILTERS: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    title: 'State',
    options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  },
  { kind: 'text', name: 'event', title: 'Event id' },
];

export interface DeliveryListProps {
  /** Id of the only subscription whose deliveries are shown; undefined: of all. */
  readonly subscription?: string;
  readonly empty: ReactNode;
}

/** What was sent, how it went, and a way to send it again. */
export function DeliveryList({ subscription, empty }: DeliveryListProps) {
  const api = useApi();
  const canReplay = useCan('event_subscriptions:write');
  const replay: BulkAction<Delivery> = {
    title: 'Send again',
    question: (count) => `Send ${count} ${count === 1 ? 'delivery' : 'deliveries'} again?`,
    run: (delivery) => api.json(replayPath(delivery), { method: 'POST' }),
  };
  const isOne = subscription !== undefined;
  return (
    <RecordList<Delivery>
      collection={DELIVERIES}
      nouns="deliveries"
      idOf={({ id }) => id}
      columns={isOne ? COLUMNS.filter(({ field }) => field !== 'subscription_id') : COLUMNS}
      filters={isOne ? FILTERS : [OF_SUBSCRIPTION, ...FILTERS]}
      {...(isOne ? { query: { subscription } } : {})}
      isTimed
      Details={DeliveryDetails}
      bulkActions={canReplay ? [replay] : []}
      refetchMs={10_000}
      empty={empty}
    />
  );
}
