import type { Role } from '../../access/principal.ts';
import type { RouteContext } from '../../http/route.ts';
import { contextOf, somebody } from '../../resources/testing/resource-fixture.ts';
import { noteBody } from '../body-digest.ts';

/** A POST with an Idempotency-Key, as a route's handler is given it. */
export function keyedRequest(options: {
  readonly key: string | undefined;
  readonly body?: string;
  readonly url?: string;
  readonly role?: Role;
}): RouteContext {
  const { key, body = '{"name":"a"}', url = '/api/v1/teams', role = 'org_admin' } = options;
  const request = { method: 'POST', originalUrl: url, get: () => key };
  const sent = request as unknown as RouteContext['request'];
  noteBody(sent, Buffer.from(body));
  return contextOf(somebody(role), { request: sent });
}
