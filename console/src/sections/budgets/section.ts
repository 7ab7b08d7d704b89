import { IconPigMoney } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const budgets: Section = {
  title: 'Budgets',
  path: '/budgets',
  group: 'Platform',
  icon: IconPigMoney,
  jump: 'b',
  permissions: ['budgets:read'],
  pages: [
    ...objectPages('/budgets', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
  ],
  tabs: [],
};
