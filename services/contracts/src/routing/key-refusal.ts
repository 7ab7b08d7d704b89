import type { Caller } from './caller.ts';
import type { RoutingRefusal } from './refusal.ts';

/** 401: no key, or none that works. */
export const keyNotUsable = (message: string, code = 'invalid_api_key'): RoutingRefusal => ({
  status: 401,
  type: 'invalid_request_error',
  message,
  code,
  param: null,
});

/** Why nobody is served with a key; undefined: the key works. Says no more of a key than its holder may know. */
export function keyRefusal(
  { blocked, ownerMissing }: Pick<Caller, 'blocked' | 'ownerMissing'>,
  untilMs: number,
  nowMs: number,
): RoutingRefusal | undefined {
  if (ownerMissing !== undefined) {
    return keyNotUsable(
      `This API key does not work: ${ownerMissing}. Ask your administrator.`,
      'key_owner_missing',
    );
  }
  if (blocked) return keyNotUsable('This API key is blocked.');
  return untilMs <= nowMs ? keyNotUsable('This API key has expired.') : undefined;
}
