import { IconLockAccess } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const modelAccess: Section = {
  title: 'Model Access',
  path: '/access-requests',
  group: 'Governance',
  icon: IconLockAccess,
  jump: 'a',
  permissions: ['access_requests:read', 'access_tiers:read'],
  pages: [
    ...objectPages('/access-tiers', {
      list: () => import('./tiers/list.tsx'),
      create: () => import('./tiers/create.tsx'),
      detail: () => import('./tiers/detail.tsx'),
    }),
    { path: '/access-requests', load: () => import('./requests/list.tsx') },
    { path: '/access-requests/_new', load: () => import('./requests/create.tsx') },
  ],
  tabs: [
    { title: 'Requests', path: '/access-requests', permission: 'access_requests:read' },
    { title: 'Tiers', path: '/access-tiers', permission: 'access_tiers:read' },
  ],
};
