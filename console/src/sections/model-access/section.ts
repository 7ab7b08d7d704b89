import { IconLockAccess } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const modelAccess: Section = {
  title: 'Model Access',
  path: '/access-requests',
  group: 'Governance',
  icon: IconLockAccess,
  jump: 'a',
  permissions: ['access_requests:read', 'access_tiers:read'],
  pages: [
    ...objectPages(RESOURCES.accessTier, () => import('./tiers/access-tier.ts')),
    { path: '/access-requests', load: () => import('./requests/list.tsx') },
    { path: '/access-requests/_new', load: () => import('./requests/create.tsx') },
  ],
  tabs: [
    { title: 'Requests', path: '/access-requests', permission: 'access_requests:read' },
    { title: 'Tiers', path: '/access-tiers', permission: 'access_tiers:read' },
  ],
};
