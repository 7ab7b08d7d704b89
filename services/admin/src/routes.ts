import type { AdminParts } from './admin-parts.ts';
import { auditRoutes } from './audit/reading/audit-routes.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { healthRoutes, versionRoute, type Health } from './http/health-routes.ts';
import type { MountOptions } from './http/mount-routes.ts';
import type { Route } from './http/route.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { collectionRoutes } from './resources/collection-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { usersRoute } from './users/users-routes.ts';
import { VERSION } from './version.ts';

/** Every route of the service, but /metrics, which may have a port of its own. */
export function adminRoutes(options: {
  parts: AdminParts;
  mount: MountOptions;
  health: () => Health;
}): Route[] {
  const { parts, mount, health } = options;
  const { clock } = parts.deps;
  const routes: Route[] = [
    ...healthRoutes(health),
    versionRoute(VERSION),
    openApiRoute(() => routes, { version: VERSION, url: parts.config.publicUrl ?? '/' }),
    ...authRoutes({ ...parts, ...mount, clock }),
    ...parts.collections.flatMap((collection) => collectionRoutes(parts.services(collection))),
    ...settingsRoutes(parts.services),
    usersRoute(parts),
    ...auditRoutes({
      database: parts.database,
      checkpointKey: async () => (await parts.audit.keys.current()).x,
    }),
  ];
  return routes;
}
