import { dateFilter, textColumn, textFilter, usdColumn } from '../../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../../objects/kit/object-definition.ts';
import type { Resource } from '../../../resources/resource-table.ts';
import { UNIT_TABS } from './unit-tabs.tsx';
import { idInPath } from '../../../address/id-in-path.ts';

/** The business units of an organization, as lists, links and forms know them. */
export function unitResource(organization: string): Resource {
  const name = idInPath(organization);
  return {
    type: 'business_unit',
    kind: 'BusinessUnit',
    plural: 'businessunits',
    collection: `/api/v1/organizations/${name}/business-units`,
    permission: 'business_units',
    noun: 'business unit',
    nouns: 'business units',
    page: `/organizations/${name}/business-units`,
  };
}

/** What the pages of the business units of an organization show. */
export const unitDefinition = (organization: string): ObjectDefinition => ({
  resource: unitResource(organization),
  purpose:
    'A business unit is a part of an organization that has teams, a limit on what they spend, and a cost center of its own.',
  columns: UNIT_COLUMNS,
  filters: [textFilter('slug', 'Short name'), textFilter('cost_center'), dateFilter()],
  groups: [
    { title: 'Business unit', fields: ['name', 'slug', 'description'] },
    { title: 'Money', fields: ['max_budget', 'cost_center'] },
  ],
  tabs: UNIT_TABS,
});

/** Between a business unit's name and its state. */
export const UNIT_COLUMNS = [
  textColumn('slug', 'Short name'),
  textColumn('cost_center'),
  usdColumn('max_budget'),
  { ...textColumn('description'), isHidden: true },
];
