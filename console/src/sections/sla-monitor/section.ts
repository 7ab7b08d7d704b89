import { IconHeartbeat } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const slaMonitor: Section = {
  title: 'SLA Monitor',
  path: '/sla-monitor',
  group: 'Reliability',
  icon: IconHeartbeat,
  jump: 's',
  permissions: ['sla_definitions:read'],
  pages: [
    ...objectPages(RESOURCES.slaDefinition, () => import('./sla-definition.ts')),
    ...objectPages(RESOURCES.failoverRule, () => import('./failover-rule.ts')),
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
