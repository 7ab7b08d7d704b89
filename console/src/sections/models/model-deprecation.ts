import {
  flagFilter,
  linkColumn,
  objectFilter,
  organizationColumn,
  textColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

/** What becomes of requests after the end. */
const movedColumn: ObjectDefinition['columns'][number] = {
  ...{ field: 'auto_reroute', title: 'After the end', isSortable: true },
  cell: (object) => (object['auto_reroute'] === true ? 'Sent on' : 'Refused'),
};

export const definition: ObjectDefinition = {
  resource: RESOURCES.modelDeprecation,
  purpose:
    'A deprecation says from when a model is not to be used, when it ends, and which one takes its place.',
  columns: [
    linkColumn('model_name', '/api/v1/models', 'Model'),
    linkColumn('replacement_model', '/api/v1/models', 'Use instead'),
    textColumn('deprecation_date', 'Not to be used from'),
    textColumn('sunset_date', 'Ends on'),
    movedColumn,
    organizationColumn,
  ],
  filters: [
    objectFilter('model_name', '/api/v1/models'),
    objectFilter('replacement_model', '/api/v1/models'),
    flagFilter('auto_reroute', 'Sent on after the end'),
  ],
  groups: [
    { title: 'Model', fields: ['model_name', 'replacement_model', 'organization_id'] },
    { title: 'When', fields: ['deprecation_date', 'sunset_date', 'auto_reroute', 'message'] },
  ],
};
