import { IconBell } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const events: Section = {
  title: 'Events',
  path: '/subscriptions',
  group: 'Reliability',
  icon: IconBell,
  jump: 'e',
  permissions: ['event_subscriptions:read'],
  pages: [
    ...objectPages('/subscriptions', {
      list: () => import('./subscriptions/list.tsx'),
      create: () => import('./subscriptions/create.tsx'),
      detail: () => import('./subscriptions/detail.tsx'),
    }),
    { path: '/events', load: () => import('./log/list.tsx') },
    { path: '/deliveries', load: () => import('./deliveries/list.tsx') },
  ],
  tabs: [
    { title: 'Subscriptions', path: '/subscriptions' },
    { title: 'Event log', path: '/events' },
    { title: 'Deliveries', path: '/deliveries' },
  ],
};
