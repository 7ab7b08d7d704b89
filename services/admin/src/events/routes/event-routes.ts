import type { Route } from '@aicp/api-kit/route/route';
import { deliveryRoutes } from './delivery-routes.ts';
import type { EventRouteNeeds } from './event-route-needs.ts';
import { logRoutes } from './log-routes.ts';
import { testRoutes } from './test-routes.ts';

/** `/api/v1/events/…`, but for the subscriptions themselves. */
export const eventRoutes = (needs: EventRouteNeeds): Route[] => [
  ...logRoutes(needs),
  ...deliveryRoutes(needs),
  ...testRoutes(needs),
];
