import { addressGuard, LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import type { AdminParts } from './admin-parts.ts';
import { creationsIn } from './audit/reading/organization-created-at.ts';
import { auditRoutes } from './audit/reading/audit-routes.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { desiredStateRoutes } from './desired-state-routes.ts';
import { healthRoutes, versionRoute, type Health } from './http/health-routes.ts';
import type { MountOptions } from './http/mount-routes.ts';
import type { Route } from './http/route.ts';
import { withPatches } from './http/with-patches.ts';
import { licenseRoutes } from './license/license-routes.ts';
import { accessRequestRoutes } from './model-access/request-routes.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { guardedFetch } from './sso/guarded-fetch.ts';
import { ssoRoutes } from './sso/sso-routes.ts';
import { usersRoute } from './users/users-routes.ts';
import { VERSION } from './version.ts';

/** Every route of the service, but /metrics, which may have a port of its own. */
export function adminRoutes(options: {
  parts: AdminParts;
  mount: MountOptions;
  health: () => Health;
}): Route[] {
  const { parts, mount, health } = options;
  const { clock, api, log } = parts.deps;
  const { namespace, publicUrl, ssoPrivateNetworks } = parts.config;
  const auth = { ...parts, ...mount, clock, publicUrl };
  const routes: Route[] = withPatches([
    ...healthRoutes(health),
    versionRoute(VERSION),
    openApiRoute(() => routes, { version: VERSION, url: publicUrl ?? '/' }),
    ...authRoutes(auth),
    ...sessionRoutes(auth),
    ...ssoRoutes({
      ...{ ...auth, log },
      fetch: guardedFetch(addressGuard(ssoPrivateNetworks ? LOCAL_TOO : PUBLIC_ONLY)),
      allowsPlainHttp: ssoPrivateNetworks,
    }),
    ...desiredStateRoutes({ ...parts, clock, api, namespace, egress: parts.config.egress }),
    usersRoute(parts),
    ...accessRequestRoutes(parts.modelAccess.requests),
    ...licenseRoutes(parts.license),
    ...auditRoutes({
      database: parts.database,
      checkpointKey: async () => (await parts.audit.keys.current()).x,
      createdAt: creationsIn(parts.store),
    }),
  ]);
  return routes;
}
