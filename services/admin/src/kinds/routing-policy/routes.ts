import type { Route } from '@aicp/api-kit/route/route';
import { explainRoute, type ExplainOptions } from './explain-route.ts';
import { routingStatusRoutes, type StatusRoutesOptions } from './status-routes.ts';

/** What routing policies have beyond the routes of every collection. */
export const routingPolicyRoutes = (needs: ExplainOptions & StatusRoutesOptions): Route[] => [
  explainRoute(needs),
  ...routingStatusRoutes(needs),
];
