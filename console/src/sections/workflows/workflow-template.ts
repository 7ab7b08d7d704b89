import {
  activeColumn,
  activeFilter,
  countColumn,
  flagFilter,
  organizationColumn,
  textColumn,
  textFilter,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { RunTab } from './run/run-tab.tsx';
import { StepsTab } from './graph/steps-tab.tsx';
import { PublishedMark, publishedColumn } from './steps/published.tsx';
import { RunCounts } from './steps/run-counts.tsx';
import { stepsColumn } from './steps/workflow-steps.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.workflowTemplate,
  purpose:
    'A workflow is a series of steps that models and tools work on: research, review, approval.',
  columns: [
    textColumn('type'),
    stepsColumn,
    { ...textColumn('description'), isHidden: true },
    countColumn('timeout_seconds', 'Timeout (s)'),
    publishedColumn,
    activeColumn,
    organizationColumn,
  ],
  filters: [textFilter('type'), flagFilter('publish', 'As an agent'), activeFilter],
  groups: [
    {
      title: 'Workflow',
      fields: [
        ...['name', 'description', 'organization_id', 'type', 'is_active', 'publish'],
        ...['timeout_seconds', 'max_cost_usd'],
      ],
    },
    { title: 'Steps', fields: ['steps'] },
    { title: 'What goes in and comes out', fields: ['input_schema', 'output'] },
  ],
  Marks: PublishedMark,
  Summary: RunCounts,
  tabs: [
    { id: 'steps', title: 'Steps', Content: StepsTab },
    {
      ...{ id: 'run', title: 'Run', permission: 'executions:write', keepsText: true },
      Content: RunTab,
    },
  ],
};
