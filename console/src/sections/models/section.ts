import { IconCpu } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/object-pages.ts';
import type { Section } from '../section.ts';

export const models: Section = {
  title: 'Models',
  path: '/models',
  group: 'Platform',
  icon: IconCpu,
  jump: 'm',
  permissions: ['models:read'],
  pages: [
    ...objectPages(RESOURCES.model, () => import('./model.ts')),
    ...objectPages(RESOURCES.provider, () => import('./provider.ts')),
    ...objectPages(RESOURCES.routingPolicy, () => import('./routing-policy.ts')),
    ...objectPages(RESOURCES.priceCatalog, () => import('./price-catalog.ts')),
    ...objectPages(RESOURCES.modelDeprecation, () => import('./model-deprecation.ts')),
  ],
  tabs: [
    { title: 'Models', path: '/models' },
    { title: 'Providers', path: '/providers', permission: 'providers:read' },
    { title: 'Routing', path: '/routing-policies', permission: 'routing_policies:read' },
    { title: 'Price catalogs', path: '/price-catalogs', permission: 'price_catalogs:read' },
    { title: 'Deprecations', path: '/deprecations', permission: 'deprecations:read' },
  ],
};
