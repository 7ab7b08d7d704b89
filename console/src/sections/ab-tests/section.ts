import { IconArrowsSplit2 } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const abTests: Section = {
  title: 'A/B Tests',
  path: '/ab-tests',
  group: 'Reliability',
  icon: IconArrowsSplit2,
  jump: 'x',
  permissions: ['ab_tests:read'],
  pages: [
    ...objectPages('/ab-tests', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
  ],
  tabs: [],
};
