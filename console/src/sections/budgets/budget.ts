import { choiceFilter, dateFilter, textFilter } from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import type { RecordFilter } from '../../records/kit/record-list-props.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { AlertsTab } from './alerts/alerts-tab.tsx';
import { BUDGET_COLUMNS } from './columns.tsx';
import { ForecastTab } from './forecast/forecast-tab.tsx';
import { IncreaseActions } from './increase/increase-actions.tsx';
import { BudgetSummary } from './standing/budget-summary.tsx';

const SUBJECTS = [
  ...['global', 'organization', 'business_unit', 'team'],
  ...['user', 'key', 'model', 'tag'],
];

const WINDOW_FILTER: RecordFilter = {
  ...{ kind: 'choice', name: 'window', title: 'Window' },
  options: [
    { value: '1h', label: 'Hour' },
    { value: '1d', label: 'Day' },
    { value: '7d', label: 'Week' },
    { value: 'month', label: 'Month' },
    { value: '30d', label: 'Month, written 30d' },
  ],
};

export const definition: ObjectDefinition = {
  resource: RESOURCES.budget,
  purpose:
    'A budget limits what a team, a user, a key or an organization spends in a time, and says what happens at the limit.',
  columns: BUDGET_COLUMNS,
  filters: [
    { ...choiceFilter('entity_type', SUBJECTS), title: 'For' },
    textFilter('entity_id', 'Which'),
    WINDOW_FILTER,
    { ...choiceFilter('action', ['block', 'warn', 'downgrade']), title: 'At the limit' },
    dateFilter(),
  ],
  groups: [
    { title: 'Who', fields: ['name', 'organization_id', 'entity_type', 'entity_id'] },
    { title: 'How much', fields: ['limit_usd', 'monthly_limit', 'window', 'temporary_increase'] },
    {
      title: 'What happens',
      fields: ['soft_limit_percent', 'hard_limit_percent', 'action', 'downgrade_to', 'alert_email'],
    },
  ],
  tabs: [
    { id: 'alerts', title: 'Alerts', Content: AlertsTab },
    { id: 'forecast', title: 'Forecast', permission: 'usage:read', Content: ForecastTab },
  ],
  Actions: IncreaseActions,
  Summary: BudgetSummary,
};
