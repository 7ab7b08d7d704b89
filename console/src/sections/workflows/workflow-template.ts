import { activeColumn, activeFilter, countColumn, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.workflowTemplate,
  purpose:
    'A workflow is a series of steps that models and tools work on: research, review, approval.',
  notice: 'Workflows are stored. No service runs them yet.',
  columns: [textColumn('type'), countColumn('timeout_seconds'), activeColumn],
  filters: [activeFilter],
  groups: [
    {
      title: 'Workflow',
      fields: ['name', 'description', 'organization_id', 'type', 'is_active', 'timeout_seconds'],
    },
    { title: 'Steps', fields: ['input_schema', 'steps', 'output'] },
  ],
};
