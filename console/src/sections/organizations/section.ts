import { IconBuilding } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const organizations: Section = {
  title: 'Organizations',
  path: '/organizations',
  group: 'Platform',
  icon: IconBuilding,
  jump: 'o',
  permissions: ['organizations:read'],
  pages: [
    ...objectPages(RESOURCES.organization, () => import('./organization.ts')),
    {
      path: '/organizations/$org/business-units',
      load: () => import('./business-units/list.tsx'),
    },
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
