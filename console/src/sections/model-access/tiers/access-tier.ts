import {
  countColumn,
  dateFilter,
  flagFilter,
  numberFilter,
  plainColumn,
  textColumn,
} from '../../../objects/kit/columns.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../../objects/kit/object-definition.ts';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { HoldersTab } from './holders-tab.tsx';
import { ModelsTab } from './models-tab.tsx';
import { RequestButton } from './request-button.tsx';

/** Whether something is asked for. */
const flagColumn = (field: string, title: string): RecordColumn<ApiObject> => ({
  ...{ field, title, isSortable: true },
  cell: (object) => (object[field] === true ? 'Yes' : 'No'),
});

export const definition: ObjectDefinition = {
  resource: RESOURCES.accessTier,
  purpose:
    'An access tier closes models to everybody who has not been granted access. Requests for it are decided by its administrators.',
  columns: [
    plainColumn('models'),
    plainColumn('model_tiers', 'Labels of models'),
    flagColumn('requires_approval', 'Needs approval'),
    flagColumn('requires_justification', 'Needs a reason'),
    countColumn('max_grant_duration_days', 'Longest access (days)'),
    { ...textColumn('description'), isHidden: true },
  ],
  filters: [
    flagFilter('requires_approval', 'Needs approval'),
    flagFilter('requires_justification', 'Needs a reason'),
    numberFilter('max_grant_duration_days', 'Longest access (days)'),
    dateFilter(),
  ],
  groups: [
    { title: 'Tier', fields: ['name', 'description', 'organization_id'] },
    { title: 'Models', fields: ['models', 'model_tiers'] },
    {
      title: 'Requests',
      fields: ['requires_approval', 'requires_justification', 'max_grant_duration_days'],
    },
  ],
  tabs: [
    { id: 'models', title: 'Models', permission: 'models:read', Content: ModelsTab },
    {
      ...{ id: 'holders', title: 'Who has access', permission: 'access_requests:read' },
      Content: HoldersTab,
    },
  ],
  Actions: RequestButton,
};
