import { businessUnit } from '@aicp/crds/business-unit';
import type { Collection } from '../resources/collection.ts';
import { slugOf, textOf } from '../resources/object-name.ts';

/** Business units, which stand below their organization: `/organizations/{id}/business-units`. */
export const businessUnits: Collection = {
  kind: businessUnit,
  path: 'business-units',
  permission: 'business_units',
  ...{ tag: 'Organizations', noun: 'business unit', required: ['name'] },
  makeName: (spec) => {
    const own = slugOf(textOf(spec, ['slug', 'displayName']));
    return own === '' ? undefined : `${textOf(spec, ['organizationId'])}-${own}`;
  },
  example: { name: 'Research', slug: 'research', max_budget: 2_000, cost_center: 'CC-4711' },
};
