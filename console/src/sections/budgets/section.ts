import { IconPigMoney } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const budgets: Section = {
  title: 'Budgets',
  path: '/budgets',
  group: 'Platform',
  icon: IconPigMoney,
  jump: 'b',
  permissions: ['budgets:read'],
  pages: [...objectPages(RESOURCES.budget, () => import('./budget.ts'))],
  tabs: [],
};
