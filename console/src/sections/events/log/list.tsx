import { Badge, Group, Stack } from '@mantine/core';
import { useCan } from '../../../api/runtime.tsx';
import type { RecordColumn, RecordFilter } from '../../../records/kit/record-list-props.ts';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { RecordList } from '../../../records/record-list.tsx';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { eventText, subjectText } from './event-text.ts';
import { EventDetails, type EventRecord } from './event-details.tsx';
import { toOptions, useEventTypes } from './event-types.ts';
import { TestEvent } from './test-event.tsx';

const STATES: Readonly<
  Record<EventRecord['status'], { readonly label: string; readonly color: string }>
> = {
  pending: { label: 'On its way', color: 'blue' },
  delivered: { label: 'Delivered', color: 'teal' },
  failed: { label: 'Not delivered', color: 'red' },
  none: { label: 'No subscription', color: 'gray' },
};

const COLUMNS: readonly RecordColumn<EventRecord>[] = [
  { field: 'timestamp', title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
  {
    field: 'event_type',
    title: 'Type',
    cell: ({ event_type, test }) => (
      <Group gap={6} wrap="nowrap">
        {eventText(event_type)}
        {test && (
          <Badge size="xs" variant="light" color="gray">
            Test
          </Badge>
        )}
      </Group>
    ),
  },
  {
    field: 'subject',
    title: 'About',
    cell: ({ subject }) => (subject ? subjectText(subject) : <Dash />),
  },
  { field: 'organization_id', title: 'Organization' },
  {
    field: 'status',
    title: 'Delivery',
    cell: ({ status }) => (
      <Badge variant="light" color={STATES[status].color}>
        {STATES[status].label}
      </Badge>
    ),
  },
  { field: 'attempts', title: 'Attempts', isNumber: true, isHidden: true },
  { field: 'id', title: 'Id', isHidden: true },
];

/** What happened, and whether its subscribers were told. */
export function Page() {
  const canTest = useCan('event_subscriptions:write');
  const types = useEventTypes();
  const filters: readonly RecordFilter[] = [
    { kind: 'choice', name: 'event_type', title: 'Type', options: toOptions(types) },
    { kind: 'text', name: 'subject', title: 'About', placeholder: 'As Budget/research' },
  ];
  return (
    <Stack gap="xs">
      <PageTitle
        title="Event log"
        description="What happened, newest first. Events are kept for 30 days."
        actions={canTest && <TestEvent />}
      />
      <RecordList<EventRecord>
        collection="/api/v1/events/log"
        nouns="events"
        idOf={({ id }) => id}
        columns={COLUMNS}
        filters={filters}
        isTimed
        Details={EventDetails}
        refetchMs={10_000}
        empty={
          <EmptyNote title="No events in this time">
            Nothing happened in this time. Budgets that reach a limit, providers that fail and keys
            that are about to expire appear here.
          </EmptyNote>
        }
      />
    </Stack>
  );
}
