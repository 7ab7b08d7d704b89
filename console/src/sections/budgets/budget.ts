import { choiceFilter, textColumn, usdColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.budget,
  purpose:
    'A budget limits what a team, a user, a key or an organization spends in a time, and says what happens at the limit.',
  columns: [
    textColumn('entity_type', 'For'),
    textColumn('entity_id', 'Which'),
    usdColumn('limit_usd', 'Limit'),
    textColumn('window'),
    textColumn('action', 'At the limit'),
  ],
  filters: [
    choiceFilter('entity_type', [
      'global',
      'organization',
      'business_unit',
      'team',
      'user',
      'key',
      'model',
      'tag',
    ]),
    choiceFilter('action', ['block', 'warn', 'downgrade']),
  ],
  groups: [
    { title: 'Who', fields: ['name', 'organization_id', 'entity_type', 'entity_id'] },
    { title: 'How much', fields: ['limit_usd', 'monthly_limit', 'window', 'temporary_increase'] },
    {
      title: 'What happens',
      fields: ['soft_limit_percent', 'hard_limit_percent', 'action', 'downgrade_to', 'alert_email'],
    },
  ],
};
