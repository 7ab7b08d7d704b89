import { IconCpu } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const models: Section = {
  title: 'Models',
  path: '/models',
  group: 'Platform',
  icon: IconCpu,
  jump: 'm',
  permissions: ['models:read'],
  pages: [
    ...objectPages('/models', {
      list: () => import('./models/list.tsx'),
      create: () => import('./models/create.tsx'),
      detail: () => import('./models/detail.tsx'),
    }),
    ...objectPages('/providers', {
      list: () => import('./providers/list.tsx'),
      create: () => import('./providers/create.tsx'),
      detail: () => import('./providers/detail.tsx'),
    }),
    ...objectPages('/routing-policies', {
      list: () => import('./routing/list.tsx'),
      create: () => import('./routing/create.tsx'),
      detail: () => import('./routing/detail.tsx'),
    }),
    ...objectPages('/price-catalogs', {
      list: () => import('./prices/list.tsx'),
      create: () => import('./prices/create.tsx'),
      detail: () => import('./prices/detail.tsx'),
    }),
    ...objectPages('/deprecations', {
      list: () => import('./deprecations/list.tsx'),
      create: () => import('./deprecations/create.tsx'),
      detail: () => import('./deprecations/detail.tsx'),
    }),
  ],
  tabs: [
    { title: 'Models', path: '/models' },
    { title: 'Providers', path: '/providers', permission: 'providers:read' },
    { title: 'Routing', path: '/routing-policies', permission: 'routing_policies:read' },
    { title: 'Price catalogs', path: '/price-catalogs', permission: 'price_catalogs:read' },
    { title: 'Deprecations', path: '/deprecations', permission: 'deprecations:read' },
  ],
};
