import { IconTopologyStar3 } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const workflows: Section = {
  title: 'Workflows',
  path: '/workflows',
  group: 'Agents and safety',
  icon: IconTopologyStar3,
  jump: 'w',
  permissions: ['workflows:read'],
  pages: [
    ...objectPages('/workflows', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
  ],
  tabs: [],
};
