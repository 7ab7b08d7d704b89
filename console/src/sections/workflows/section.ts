import { IconTopologyStar3 } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const workflows: Section = {
  title: 'Workflows',
  path: '/workflows',
  group: 'Agents and safety',
  icon: IconTopologyStar3,
  jump: 'w',
  permissions: ['workflows:read'],
  pages: [
    ...objectPages(RESOURCES.workflowTemplate, () => import('./workflow-template.ts')),
    { path: '/executions', load: () => import('./executions/list.tsx') },
    { path: '/executions/$id', load: () => import('./executions/detail.tsx') },
  ],
  tabs: [
    { title: 'Workflows', path: '/workflows', permission: 'workflows:read' },
    { title: 'Executions', path: '/executions', permission: 'executions:read' },
  ],
};
