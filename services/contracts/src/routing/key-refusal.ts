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
