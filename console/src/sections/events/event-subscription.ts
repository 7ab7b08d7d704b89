import {
  activeColumn,
  activeFilter,
  choiceFilter,
  plainColumn,
  textColumn,
} from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.eventSubscription,
  purpose:
    'A subscription tells a webhook, Slack, PagerDuty or people by e-mail what happens: budgets near the limit, broken SLAs, keys about to expire.',
  columns: [plainColumn('event_types'), textColumn('channel'), activeColumn],
  filters: [choiceFilter('channel', ['webhook', 'slack', 'pagerduty', 'email']), activeFilter],
  groups: [
    { title: 'Subscription', fields: ['name', 'organization_id', 'event_types', 'is_active'] },
    { title: 'Where to', fields: ['channel', 'config'] },
  ],
};
