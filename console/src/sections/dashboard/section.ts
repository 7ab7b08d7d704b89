import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Section } from '../kit/section.ts';

export const dashboard: Section = {
  title: 'Dashboard',
  path: '/',
  group: 'Overview',
  icon: IconLayoutDashboard,
  jump: 'd',
  permissions: [],
  pages: [
    { path: '/', load: () => import('./overview/page.tsx') },
    { path: '/requests', load: () => import('./requests/list.tsx') },
    { path: '/requests/$id', load: () => import('./requests/detail.tsx') },
    { path: '/replicas', load: () => import('./replicas/page.tsx') },
  ],
  tabs: [
    { title: 'Overview', path: '/' },
    { title: 'Requests', path: '/requests', permission: 'decisions:read' },
    { title: 'Replicas', path: '/replicas' },
  ],
};
