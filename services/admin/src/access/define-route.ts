import { declaringRoutes } from '@aicp/api-kit/route/route';
import type { Permission } from './permissions.ts';

/** Declares a route of this service: its permission is one of the table's. */
export const defineRoute = declaringRoutes<Permission>();
