import type { Principal, Role } from '../../access/principal.ts';
import type { RouteContext } from '../route.ts';

/** Somebody with a role: of acme, but for the platform's administrator. */
export const somebody = (role: Role, more: Partial<Principal> = {}): Principal => ({
  kind: 'key',
  subject: `a-${role}`,
  role,
  organizationId: role === 'platform_admin' ? undefined : 'acme',
  teamIds: [],
  permissions: new Set(),
  ...more,
});

/** What a route's handler is given. */
export function contextOf(
  principal: Principal,
  more: Partial<RouteContext> & { readonly url?: string } = {},
): RouteContext {
  const { url = '/', ...rest } = more;
  return {
    principal,
    params: {},
    query: {},
    body: undefined,
    requestId: 'request-1',
    ip: '127.0.0.1',
    source: 'api',
    dryRun: false,
    ifMatch: undefined,
    request: { originalUrl: url } as unknown as RouteContext['request'],
    ...rest,
  };
}
