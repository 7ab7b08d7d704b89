import { ORGANIZATION_ROLES } from '@aicp/crds/organization';
import type { Route } from '../http/route.ts';
import { memberRoutes } from '../members/member-routes.ts';
import type { Services } from '../resources/create-services.ts';
import type { ObjectStore } from '../resources/store.ts';
import { businessUnitRoutes } from './business-units.ts';
import { organizations } from './collection.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';

/** What organizations have beyond the endpoints of every collection. */
export function organizationRoutes(services: Services, store: ObjectStore): Route[] {
  const service = services(organizations(store));
  return [
    ...businessUnitRoutes(services, service),
    ...memberRoutes({
      service,
      name: 'Organization',
      roles: ORGANIZATION_ROLES,
      isShownToTeams: false,
    }),
    ...singleSignOnRoutes(services, store),
  ];
}
