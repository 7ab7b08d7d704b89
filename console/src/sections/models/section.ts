import { IconCpu } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

const ROUTING = RESOURCES.routingPolicy.page;

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
    { path: ROUTING, load: () => import('./routing-order/page.tsx') },
    { path: `${ROUTING}/_explain`, load: () => import('./routing-explain/page.tsx') },
    { path: `${ROUTING}/_simulate`, load: () => import('./routing-simulation/page.tsx') },
    ...objectPages(
      RESOURCES.routingPolicy,
      () => import('./routing-order/routing-policy.ts'),
    ).filter(({ path }) => path !== ROUTING),
    ...objectPages(RESOURCES.priceCatalog, () => import('./price-catalog.ts')),
    ...objectPages(RESOURCES.modelDeprecation, () => import('./model-deprecation.ts')),
  ],
  tabs: [
    { title: 'Models', path: '/models' },
    { title: 'Providers', path: '/providers', permission: 'providers:read' },
    { title: 'Routing', path: ROUTING, permission: 'routing_policies:read' },
    { title: 'Explain', path: `${ROUTING}/_explain`, permission: 'routing_policies:read' },
    { title: 'Simulate', path: `${ROUTING}/_simulate`, permission: 'routing_policies:write' },
    { title: 'Price catalogs', path: '/price-catalogs', permission: 'price_catalogs:read' },
    { title: 'Deprecations', path: '/deprecations', permission: 'deprecations:read' },
  ],
};
