import { IconGauge } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const rateLimits: Section = {
  title: 'Rate Limits',
  path: '/rate-limits',
  group: 'Governance',
  icon: IconGauge,
  jump: 'r',
  permissions: ['rate_limits:read'],
  pages: [
    ...objectPages('/rate-limits', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
    { path: '/rate-limits/_check', load: () => import('./check.tsx') },
  ],
  tabs: [
    { title: 'Policies', path: '/rate-limits' },
    { title: 'Check a request', path: '/rate-limits/_check', permission: 'limits:read' },
  ],
};
