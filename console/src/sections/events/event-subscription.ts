import {
  activeColumn,
  activeFilter,
  choiceFilter,
  dateFilter,
  plainColumn,
  textColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { SubscriptionActions } from './subscription/subscription-actions.tsx';
import { SubscriptionDeliveries } from './subscription/subscription-deliveries.tsx';
import { SubscriptionSummary } from './subscription/subscription-summary.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.eventSubscription,
  purpose:
    'A subscription tells a webhook, Slack, PagerDuty or people by e-mail what happens: budgets near the limit, broken SLAs, keys about to expire.',
  columns: [plainColumn('event_types'), textColumn('channel'), activeColumn],
  filters: [
    choiceFilter('channel', ['webhook', 'slack', 'pagerduty', 'email']),
    activeFilter,
    dateFilter(),
  ],
  groups: [
    { title: 'Subscription', fields: ['name', 'organization_id', 'event_types', 'is_active'] },
    { title: 'Where to', fields: ['channel', 'config'] },
  ],
  tabs: [{ id: 'deliveries', title: 'Deliveries', Content: SubscriptionDeliveries }],
  Actions: SubscriptionActions,
  Summary: SubscriptionSummary,
};
