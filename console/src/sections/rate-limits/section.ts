import { IconGauge } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const rateLimits: Section = {
  title: 'Rate Limits',
  path: '/rate-limits',
  group: 'Governance',
  icon: IconGauge,
  jump: 'r',
  permissions: ['rate_limits:read'],
  pages: [
    ...objectPages(RESOURCES.rateLimitPolicy, () => import('./rate-limit-policy.ts')),
    { path: '/rate-limits/_check', load: () => import('./check/page.tsx') },
  ],
  tabs: [
    { title: 'Policies', path: '/rate-limits' },
    { title: 'Check a request', path: '/rate-limits/_check', permission: 'limits:read' },
  ],
};
