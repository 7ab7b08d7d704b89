import type { About } from '../openapi/document.ts';
import { openApiRoute } from '../openapi/openapi-route.ts';
import type { Route } from '../route/route.ts';
import { withPatches } from '../route/with-patches.ts';
import { healthRoutes, versionRoute, type Health } from './health-routes.ts';
import type { Features } from './service.ts';

/** Every route of a service, but /metrics, which may have a port of its own. */
export function serviceRoutes(options: {
  about: About;
  /** Where the API is reached, for its document. */
  url: string;
  features: Pick<Features, 'routes' | 'health'>;
  health: () => Health;
}): Route[] {
  const { about, url, features, health } = options;
  const routes: Route[] = withPatches([
    ...healthRoutes(features.health?.shape ?? {}, health),
    versionRoute(about.version),
    openApiRoute(() => routes, { ...about, url }),
    ...features.routes,
  ]);
  return routes;
}
