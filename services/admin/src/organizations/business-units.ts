import { businessUnit } from '@aicp/crds/business-unit';
import type { Route } from '../http/route.ts';
import { collectionRoutes, idIn } from '../resources/collection-routes.ts';
import type { CollectionService } from '../resources/collection-service.ts';
import type { Collection } from '../resources/collection.ts';
import type { Services } from '../resources/create-services.ts';
import { slugOf, textOf } from '../resources/object-name.ts';

/** Business units, which stand below their organization. */
export const businessUnits: Collection = {
  kind: businessUnit,
  path: 'organizations/{id}/business-units',
  permission: 'business_units',
  ...{ tag: 'Business units', noun: 'business unit', required: ['name'] },
  fixed: ['organizationId'],
  makeName: (spec) => {
    const own = slugOf(textOf(spec, ['slug', 'displayName']));
    return own === '' ? undefined : `${textOf(spec, ['organizationId'])}-${own}`;
  },
  example: { name: 'Research', slug: 'research', max_budget: 2_000, cost_center: 'CC-4711' },
};

/** The endpoints of business units, below each organization. */
export const businessUnitRoutes = (services: Services, organizations: CollectionService): Route[] =>
  collectionRoutes(services(businessUnits), {
    parameter: 'unit_id',
    field: 'organizationId',
    above: async (context) => {
      const organization = await organizations.get(context, idIn(context));
      return organization.metadata.name;
    },
  });
