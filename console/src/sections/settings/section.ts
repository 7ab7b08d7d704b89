import { IconSettings } from '@tabler/icons-react';
import type { Section } from '../kit/section.ts';

export const settings: Section = {
  title: 'Settings',
  path: '/settings',
  group: 'Administration',
  icon: IconSettings,
  jump: '.',
  permissions: [],
  pages: [
    { path: '/settings', load: () => import('./platform/page.tsx') },
    { path: '/cache', load: () => import('./cache/page.tsx') },
    { path: '/license', load: () => import('./license/page.tsx') },
    { path: '/people', load: () => import('./people/list.tsx') },
    { path: '/account', load: () => import('./account/page.tsx') },
  ],
  tabs: [
    { title: 'Platform', path: '/settings', permission: 'settings:read' },
    { title: 'Answer cache', path: '/cache', permission: 'usage:read' },
    { title: 'License', path: '/license' },
    { title: 'People', path: '/people', permission: 'users:read' },
    { title: 'Your session', path: '/account' },
  ],
};
