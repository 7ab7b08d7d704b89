import type { Request } from 'express';

export interface CookieSettings {
  /** Without a prefix. */
  readonly name: string;
  /** How browsers reach this service: `https:` makes the cookie secure, and bound to this very host (`__Host-`). */
  readonly address: string;
}

export interface NewCookie extends CookieSettings {
  /** In characters that a cookie may have. */
  readonly value: string;
  readonly maxAgeSeconds: number;
  /** `Lax`: comes with links from elsewhere. */
  readonly sameSite: 'Strict' | 'Lax';
}

const isSecure = ({ address }: CookieSettings): boolean => address.startsWith('https:');

const nameOf = (settings: CookieSettings): string =>
  isSecure(settings) ? `__Host-${settings.name}` : settings.name;

/** What a cookie holds; undefined where the browser sent none. */
export function readCookie(request: Request, settings: CookieSettings): string | undefined {
  const start = `${nameOf(settings)}=`;
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

/** `Set-Cookie` for a cookie that no script reads. */
export const setCookie = (cookie: NewCookie): string =>
  [
    `${nameOf(cookie)}=${cookie.value}`,
    'Path=/',
    `Max-Age=${cookie.maxAgeSeconds}`,
    'HttpOnly',
    `SameSite=${cookie.sameSite}`,
    ...(isSecure(cookie) ? ['Secure'] : []),
  ].join('; ');

/** `Set-Cookie` that takes a cookie away. */
export const clearCookie = (settings: CookieSettings, sameSite: NewCookie['sameSite']): string =>
  setCookie({ ...settings, value: '', maxAgeSeconds: 0, sameSite });
