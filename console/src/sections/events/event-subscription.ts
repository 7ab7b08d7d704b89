import {
  activeColumn,
  activeFilter,
  choiceColumn,
  choiceFilter,
  dateFilter,
  plainColumn,
} from '../../objects/kit/columns.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import type { RecordColumn } from '../../records/kit/record-list-props.ts';
import { eventText } from './log/event-text.ts';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { SubscriptionActions } from './subscription/subscription-actions.tsx';
import { SubscriptionDeliveries } from './subscription/subscription-deliveries.tsx';
import { SubscriptionSummary } from './subscription/subscription-summary.tsx';

/** Which events are sent. */
const EVENTS: RecordColumn<ApiObject> = {
  ...plainColumn('event_types', 'Events'),
  cell: ({ event_types: types }) =>
    Array.isArray(types) ? types.map((type) => eventText(String(type))).join(', ') : '',
};

export const definition: ObjectDefinition = {
  resource: RESOURCES.eventSubscription,
  purpose:
    'A subscription tells a webhook, Slack, PagerDuty or people by e-mail what happens: budgets near the limit, broken SLAs, keys about to expire.',
  columns: [EVENTS, choiceColumn('channel'), activeColumn],
  filters: [
    choiceFilter('channel', ['webhook', 'slack', 'pagerduty', 'email']),
    activeFilter,
    dateFilter(),
  ],
  groups: [
    { title: 'Subscription', fields: ['name', 'organization_id', 'event_types', 'is_active'] },
    { title: 'Where to', fields: ['channel', 'config'] },
  ],
  choice: {
    field: 'channel',
    brings: {
      webhook: ['config', 'config.url', 'config.secret', 'config.secret_ref'],
      slack: ['config', 'config.webhook_url', 'config.webhook_url_ref'],
      pagerduty: ['config', 'config.routing_key', 'config.routing_key_ref'],
      email: ['config', 'config.to'],
    },
  },
  tabs: [{ id: 'deliveries', title: 'Deliveries', Content: SubscriptionDeliveries }],
  Actions: SubscriptionActions,
  Summary: SubscriptionSummary,
};
