import { plainColumn, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.modelDeprecation,
  purpose:
    'A deprecation says from when a model is not to be used, when it ends, and which one takes its place.',
  columns: [
    textColumn('model_name', 'Model'),
    textColumn('replacement_model', 'Replacement'),
    textColumn('sunset_date', 'Ends on'),
    plainColumn('auto_reroute', 'Moved by itself'),
  ],
  filters: [],
  groups: [
    { title: 'Model', fields: ['model_name', 'replacement_model', 'organization_id'] },
    { title: 'When', fields: ['deprecation_date', 'sunset_date', 'auto_reroute', 'message'] },
  ],
};
