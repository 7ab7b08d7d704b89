import { organization } from '@aicp/crds/organization';
import type { Collection } from '../resources/collection.ts';

export const organizations: Collection = {
  kind: organization,
  path: 'organizations',
  permission: 'organizations',
  ...{ tag: 'Organizations', noun: 'organization', required: ['name', 'slug'] },
  hidden: ['members', 'sso'],
  organizationOf: ({ metadata }) => metadata.name,
  creators: ['all'],
  creatorFields: ['slug', 'maxBudget', 'allowedModels'],
  example: { name: 'Acme', slug: 'acme', max_budget: 10_000 },
};
