import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/admin-api.ts';

/** The admin API, typed by its OpenAPI document: `api.GET('/api/v1/teams/{id}', { params: { path: { id } } })`. */
export type AdminApi = Client<paths, 'application/json'>;

/** The schemas of the API by their names: `ApiSchemas['Team']`. */
export type ApiSchemas = components['schemas'];

export interface AdminApiOptions {
  /** Where the service is; in its own pages, the page's origin. */
  readonly baseUrl: string;
  /** The access token of this moment; undefined: nobody has signed in. */
  readonly token: () => string | undefined;
  /** What sends requests, where not the platform's own fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the admin API for a browser or a process. A call resolves to `{ data }` or, whatever the error's status, to `{ error }`, the
 * problem document; it rejects only where there is no answer. The audit log says of its writes that they came from the console.
 */
export function adminApi({ token, ...options }: AdminApiOptions): AdminApi {
  const client = createClient<paths, 'application/json'>({
    ...options,
    headers: { 'X-AICP-Client': 'console' },
  });
  client.use({
    onRequest({ request }) {
      const current = token();
      if (current !== undefined) request.headers.set('Authorization', `Bearer ${current}`);
      return request;
    },
  });
  return client;
}
