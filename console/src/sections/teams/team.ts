import {
  choiceColumn,
  choiceFilter,
  countColumn,
  dateFilter,
  linkColumn,
  allowedModelsColumn,
  textColumn,
  textFilter,
  usdColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { TeamSummary } from './summary/team-summary.tsx';
import { TEAM_TABS } from './tabs/team-tabs.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.team,
  purpose: 'A team is a group of people and keys that share models, limits and cost.',
  columns: [
    linkColumn('organization_id', '/api/v1/organizations'),
    textColumn('business_unit_id'),
    usdColumn('max_budget', 'Budget'),
    { ...choiceColumn('budget_duration', 'Budget period'), isHidden: true },
    countColumn('rpm_limit', 'Requests a minute'),
    { ...countColumn('tpm_limit', 'Tokens a minute'), isHidden: true },
    allowedModelsColumn(),
    { ...textColumn('slug', 'Short name'), isHidden: true },
    { ...textColumn('description'), isHidden: true },
  ],
  filters: [
    textFilter('slug', 'Short name'),
    textFilter('business_unit_id'),
    choiceFilter('budget_duration', ['1h', '1d', '7d', '30d', 'month'], 'Budget period'),
    dateFilter(),
  ],
  groups: [
    {
      title: 'Team',
      fields: ['name', 'slug', 'description', 'organization_id', 'business_unit_id'],
    },
    { title: 'Models', fields: ['allowed_models'] },
    { title: 'Limits', fields: ['max_budget', 'budget_duration', 'rpm_limit', 'tpm_limit'] },
    { title: 'Notes', fields: ['metadata'] },
  ],
  tabs: TEAM_TABS,
  Summary: TeamSummary,
};
