import type { RoutingRefusal } from './refusal.ts';
import type { Principal } from './request/principal.ts';

/** The header that goes with each refusal below: how to send a key (RFC 6750). */
export const KEY_CHALLENGE = ['www-authenticate', 'Bearer realm="aicp"'] as const;

/** 401: no key, or none that works. */
const unauthenticated = (message: string, code = 'invalid_api_key'): RoutingRefusal => ({
  status: 401,
  type: 'invalid_request_error',
  message,
  code,
  param: null,
});

export const noKeySent = (): RoutingRefusal =>
  unauthenticated('Send an API key: Authorization: Bearer <key>.');

export const keyNotKnown = (): RoutingRefusal => unauthenticated('This API key is not known here.');

/** 403: a person whom their organization gives no role, or none that may call. */
export const noRoleToCall = (): RoutingRefusal => ({
  status: 403,
  type: 'permission_error',
  message:
    'You have no role in the organization by which you may call this: ask its administrator for a membership.',
  code: 'no_role',
  param: null,
});

/** 401: a token of single sign-on. The same for whatever is wrong with it. */
export const tokenNotTaken = (): RoutingRefusal => ({
  status: 401,
  type: 'invalid_request_error',
  message:
    'This token lets nobody in here: sign in again by the metadata of this resource, or send an API key.',
  code: 'invalid_token',
  param: null,
});

/** 403: more than one organization has this provider. */
export const organizationNotNamed = (): RoutingRefusal => ({
  status: 403,
  type: 'permission_error',
  message:
    'Your provider does not say alone which organization you act in: use the address of your organization, /orgs/<organization>/mcp or /orgs/<organization>/a2a/<agent>.',
  code: 'organization_not_named',
  param: null,
});

/** 503: nothing can be said of a token, since its issuer does not tell its keys. */
export const issuerAway = (): RoutingRefusal => ({
  status: 503,
  type: 'server_error',
  message:
    'The provider by which you sign in does not answer as it should. Try again in a moment, or send an API key.',
  code: 'sign_on_unavailable',
  param: null,
});

/** Why nobody is served with a key that is known; undefined: it works. Says no more of a key than its holder may know. */
export function keyRefusal(
  { blocked, ownerMissing }: Pick<Principal, 'blocked' | 'ownerMissing'>,
  untilMs: number,
  nowMs: number,
): RoutingRefusal | undefined {
  if (ownerMissing !== undefined) {
    return unauthenticated(
      `This API key does not work: ${ownerMissing}. Ask your administrator.`,
      'key_owner_missing',
    );
  }
  if (blocked) return unauthenticated('This API key is blocked.');
  return untilMs <= nowMs ? unauthenticated('This API key has expired.') : undefined;
}
