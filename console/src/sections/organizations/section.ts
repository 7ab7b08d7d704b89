import { IconBuilding } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const organizations: Section = {
  title: 'Organizations',
  path: '/organizations',
  group: 'Platform',
  icon: IconBuilding,
  jump: 'o',
  permissions: ['organizations:read'],
  pages: [
    ...objectPages('/organizations', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
    {
      path: '/organizations/$org/business-units/_new',
      load: () => import('./business-units/create.tsx'),
    },
    {
      path: '/organizations/$org/business-units/$id',
      load: () => import('./business-units/detail.tsx'),
    },
  ],
  tabs: [],
};
