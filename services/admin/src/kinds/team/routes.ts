import { TEAM_ROLES } from '@aicp/crds/team';
import type { Route } from '@aicp/api-kit/route/route';
import { memberRoutes } from '../../members/routes.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';

/** What teams have beyond the routes of every collection. */
export const teamRoutes = (teams: CollectionService): Route[] =>
  memberRoutes({ service: teams, name: 'Team', roles: TEAM_ROLES, isShownToTeams: true });
