import {
  countColumn,
  dateFilter,
  numberFilter,
  allowedModelsColumn,
  textColumn,
  textFilter,
  usdColumn,
} from '../../objects/kit/columns.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import type { RecordColumn } from '../../records/kit/record-list-props.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { ORGANIZATION_TABS } from './tabs/organization-tabs.tsx';

/** What it spent this month; the list cannot be sorted by it. */
const SPEND: RecordColumn<ApiObject> = {
  ...usdColumn('spend', 'Spent this month'),
  isSortable: false,
};

export const definition: ObjectDefinition = {
  resource: RESOURCES.organization,
  purpose:
    'An organization is a tenant: its teams, keys, models, budgets and policies are its own.',
  isIdShown: true,
  columns: [
    countColumn('team_count', 'Teams'),
    countColumn('member_count', 'Members'),
    SPEND,
    usdColumn('max_budget', 'Budget'),
    allowedModelsColumn(),
    { ...textColumn('slug', 'Short name'), isHidden: true },
    { ...textColumn('description'), isHidden: true },
  ],
  filters: [
    textFilter('slug', 'Short name'),
    numberFilter('team_count', 'Teams'),
    numberFilter('member_count', 'Members'),
    dateFilter(),
  ],
  groups: [
    { title: 'Organization', fields: ['name', 'slug', 'description'] },
    { title: 'Models and money', fields: ['allowed_models', 'max_budget'] },
    { title: 'Notes', fields: ['metadata'] },
  ],
  tabs: ORGANIZATION_TABS,
};
