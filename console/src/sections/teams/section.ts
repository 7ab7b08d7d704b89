import { IconUsersGroup } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const teams: Section = {
  title: 'Teams',
  path: '/teams',
  group: 'Platform',
  icon: IconUsersGroup,
  jump: 't',
  permissions: ['teams:read'],
  pages: [
    ...objectPages('/teams', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
  ],
  tabs: [],
};
