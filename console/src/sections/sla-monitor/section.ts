import { IconHeartbeat } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const slaMonitor: Section = {
  title: 'SLA Monitor',
  path: '/sla-monitor',
  group: 'Reliability',
  icon: IconHeartbeat,
  jump: 's',
  permissions: ['sla_definitions:read'],
  pages: [
    ...objectPages('/sla-definitions', {
      list: () => import('./definitions/list.tsx'),
      create: () => import('./definitions/create.tsx'),
      detail: () => import('./definitions/detail.tsx'),
    }),
    ...objectPages('/failover-rules', {
      list: () => import('./failover/list.tsx'),
      create: () => import('./failover/create.tsx'),
      detail: () => import('./failover/detail.tsx'),
    }),
    { path: '/sla-monitor', load: () => import('./health/page.tsx') },
    { path: '/sla-violations', load: () => import('./violations/list.tsx') },
  ],
  tabs: [
    { title: 'Health', path: '/sla-monitor' },
    { title: 'Violations', path: '/sla-violations' },
    { title: 'Definitions', path: '/sla-definitions' },
    { title: 'Failover rules', path: '/failover-rules', permission: 'failover_rules:read' },
  ],
};
