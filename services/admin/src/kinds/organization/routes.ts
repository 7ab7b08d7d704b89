import { ORGANIZATION_ROLES } from '@aicp/crds/organization';
import type { Route } from '@aicp/api-kit/route/route';
import { memberRoutes } from '../../members/routes.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';

/** What organizations have beyond the routes of every collection. */
export const organizationRoutes = (organizations: CollectionService): Route[] => [
  ...memberRoutes({
    service: organizations,
    name: 'Organization',
    roles: ORGANIZATION_ROLES,
    isShownToTeams: false,
  }),
  ...singleSignOnRoutes(organizations),
];
