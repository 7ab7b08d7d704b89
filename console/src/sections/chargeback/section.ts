import { IconReceipt2 } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const chargeback: Section = {
  title: 'Chargeback',
  path: '/chargeback',
  group: 'Governance',
  icon: IconReceipt2,
  jump: 'c',
  permissions: ['chargeback:read', 'cost_allocation_rules:read'],
  pages: [
    ...objectPages(RESOURCES.costAllocationRule, () => import('./cost-allocation-rule.ts')),
    { path: '/chargeback', load: () => import('./reports/list.tsx') },
    { path: '/chargeback/$id', load: () => import('./reports/detail.tsx') },
    { path: '/forecast', load: () => import('./forecast/page.tsx') },
  ],
  tabs: [
    { title: 'Reports', path: '/chargeback', permission: 'chargeback:read' },
    {
      title: 'Allocation rules',
      path: '/allocation-rules',
      permission: 'cost_allocation_rules:read',
    },
    { title: 'Forecast', path: '/forecast', permission: 'usage:read' },
  ],
};
