import type { Route } from '@aicp/api-kit/route/route';
import { collectionRoutes, idIn } from '../../resources/collections/collection-routes.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { Nesting } from '../../resources/collections/places.ts';

/** The routes of business units, below each organization. */
export const businessUnitRoutes = (needs: {
  readonly businessUnits: CollectionService;
  readonly organizations: CollectionService;
}): Route[] => collectionRoutes(needs.businessUnits, belowOrganizations(needs.organizations));

/** Where business units stand. */
export const belowOrganizations = (organizations: CollectionService): Nesting => ({
  parameter: 'unit_id',
  field: 'organizationId',
  above: async (context) => {
    const organization = await organizations.get(context, idIn(context));
    return organization.metadata.name;
  },
});
