import {
  choiceColumn,
  choiceFilter,
  dateFilter,
  linkColumn,
  numberFilter,
  objectFilter,
  percentColumn,
  textColumn,
  textFilter,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.costAllocationRule,
  purpose:
    'An allocation rule says to which cost center, project or department the spend of a team is charged.',
  columns: [
    linkColumn('team_id', '/api/v1/teams'),
    choiceColumn('allocation_type', 'Kind'),
    textColumn('allocation_target', 'Charged to'),
    percentColumn('allocation_percent', 'Share'),
    { ...textColumn('organization_id'), isHidden: true },
  ],
  filters: [
    objectFilter('team_id', '/api/v1/teams'),
    {
      ...choiceFilter('allocation_type', ['cost_center', 'project', 'department']),
      title: 'Kind',
    },
    textFilter('allocation_target', 'Charged to'),
    numberFilter('allocation_percent', 'Share'),
    dateFilter(),
  ],
  groups: [
    { title: 'Rule', fields: ['name', 'organization_id', 'team_id'] },
    { title: 'Charged to', fields: ['allocation_type', 'allocation_target', 'allocation_percent'] },
    { title: 'Notes', fields: ['metadata'] },
  ],
};
