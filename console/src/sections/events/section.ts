import { IconBell } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const events: Section = {
  title: 'Events',
  path: '/subscriptions',
  group: 'Reliability',
  icon: IconBell,
  jump: 'e',
  permissions: ['event_subscriptions:read'],
  pages: [
    ...objectPages(RESOURCES.eventSubscription, () => import('./event-subscription.ts')),
    { path: '/events', load: () => import('./log/list.tsx') },
    { path: '/deliveries', load: () => import('./deliveries/list.tsx') },
  ],
  tabs: [
    { title: 'Subscriptions', path: '/subscriptions' },
    { title: 'Event log', path: '/events' },
    { title: 'Deliveries', path: '/deliveries' },
  ],
};
