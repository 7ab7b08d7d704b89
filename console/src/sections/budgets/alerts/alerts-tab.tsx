import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Stack, Text, Title } from '@mantine/core';
import { useCan } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { usdText } from '../../../ui/text/format-number.ts';
import { toldText } from './told-text.ts';
import { Thresholds } from './thresholds.tsx';

type Event = ApiSchemas['Event'];
type Delivery = ApiSchemas['EventDelivery'];

/** The thresholds of a budget, what was told when they were passed, and who was told. */
export function AlertsTab({ object }: { readonly object: ApiObject }) {
  const canRead = useCan('event_subscriptions:read');
  return (
    <Stack gap="lg">
      <Thresholds budget={object} />
      {canRead && <Alerts id={object.id} />}
      {canRead && <Mails budget={object} />}
    </Stack>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  'budget.warning': 'Near the limit',
  'budget.exceeded': 'Limit reached',
  'budget.reset': 'Started over',
};

/** What happened, and what was spent then. */
function alertText({ event_type, payload }: Event): string {
  const title = TITLES[event_type] ?? event_type;
  const spent: unknown = payload['spent_usd'];
  return typeof spent === 'number' ? `${title}, ${usdText(spent)} spent` : title;
}

const COLUMNS: readonly RecordColumn<Event>[] = [
  { field: 'timestamp', title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
  { field: 'event_type', title: 'What', cell: alertText },
  { field: 'status', title: 'Told', cell: ({ status }) => toldText(status) },
  { field: 'attempts', title: 'Attempts', isNumber: true },
];

const Alerts = ({ id }: { readonly id: string }) => (
  <section aria-label="Alerts">
    <Title order={2} size="h5" mb="xs">
      Alerts
    </Title>
    <RecordList<Event>
      collection="/api/v1/events/log"
      nouns="alerts"
      idOf={(event) => event.id}
      columns={COLUMNS}
      query={{ subject: `Budget/${id}` }}
      refetchMs={15_000}
      empty={
        <Text size="sm">
          No threshold was passed in the last 30 days. Each is told once in a period.
        </Text>
      }
    />
  </section>
);

const MAIL_COLUMNS: readonly RecordColumn<Delivery>[] = [
  { field: 'created_at', title: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    field: 'event_type',
    title: 'What',
    cell: ({ event_type }) => TITLES[event_type] ?? event_type,
  },
  { field: 'status', title: 'State', cell: ({ status }) => toldText(status) },
  { field: 'attempts', title: 'Attempts', isNumber: true },
];

function Mails({ budget }: { readonly budget: ApiObject }) {
  const address = budget['alert_email'];
  return (
    <section aria-label="Mails">
      <Title order={2} size="h5" mb="xs">
        Mails
      </Title>
      {typeof address === 'string' ? (
        <RecordList<Delivery>
          collection="/api/v1/events/deliveries"
          nouns="mails"
          idOf={({ id }) => id}
          columns={MAIL_COLUMNS}
          query={{ subscription: `Budget/${budget.id}` }}
          refetchMs={15_000}
          empty={<Text size="sm">{address} is told by e-mail. Nothing was sent yet.</Text>}
        />
      ) : (
        <Text size="sm">
          Nobody is told by e-mail. Set an address in the budget, or subscribe to the events of
          budgets.
        </Text>
      )}
    </section>
  );
}
