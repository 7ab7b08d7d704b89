import { TEAM_ROLES } from '@aicp/crds/team';
import type { Route } from '../http/route.ts';
import { memberRoutes } from '../members/member-routes.ts';
import type { Services } from '../resources/create-services.ts';
import { teams } from './collection.ts';

/** What teams have beyond the endpoints of every collection. */
export const teamRoutes = (services: Services): Route[] =>
  memberRoutes({
    service: services(teams),
    name: 'Team',
    roles: TEAM_ROLES,
    isShownToTeams: true,
  });
