import type { ApiSchemas } from '@aicp/admin/client/admin-api';

/** How the people of an organization sign in; no secrets. */
export type SingleSignOn = ApiSchemas['SingleSignOn'];
