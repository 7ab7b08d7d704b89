import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { prefixOf } from './path-prefix.ts';

export interface CookieSettings {
  /** Without a prefix. */
  readonly name: string;
  /**
   * How browsers reach this service: `https:` makes the cookie secure, and bound to this very host (`__Host-`). Below a path, where something else may have the
   * rest of the host, it is sent to that path alone, which browsers allow no `__Host-` cookie.
   */
  readonly address: string;
}

export interface NewCookie extends CookieSettings {
  /** In characters that a cookie may have. */
  readonly value: string;
  readonly maxAgeSeconds: number;
  /** `lax`: comes with links from elsewhere. */
  readonly sameSite: 'strict' | 'lax';
}

const isSecure = ({ address }: CookieSettings): boolean => address.startsWith('https:');

function nameOf(settings: CookieSettings): string {
  if (!isSecure(settings)) return settings.name;
  return `${prefixOf(settings.address) === '' ? '__Host-' : '__Secure-'}${settings.name}`;
}

/** Values are written as they are. */
const AS_IT_IS = { encode: (value: string) => value, decode: (value: string) => value };

/** What a cookie holds; undefined where the browser sent none. */
export const readCookie = (request: Request, settings: CookieSettings): string | undefined =>
  parseCookie(request.headers.cookie ?? '', AS_IT_IS)[nameOf(settings)];

/** `Set-Cookie` for a cookie that no script reads. */
export const setCookie = (cookie: NewCookie): string =>
  stringifySetCookie(
    {
      name: nameOf(cookie),
      value: cookie.value,
      path: prefixOf(cookie.address) || '/',
      maxAge: cookie.maxAgeSeconds,
      httpOnly: true,
      sameSite: cookie.sameSite,
      secure: isSecure(cookie),
    },
    AS_IT_IS,
  );

/** `Set-Cookie` that takes a cookie away. */
export const clearCookie = (settings: CookieSettings, sameSite: NewCookie['sameSite']): string =>
  setCookie({ ...settings, value: '', maxAgeSeconds: 0, sameSite });
