import type { Request } from 'express';

const BEARER = /^Bearer +(\S+) *$/i;

/** The credential that a request shows; undefined where it shows none. `X-Api-Key` stands before `Authorization`. */
export function shownSecret(request: Pick<Request, 'get'>): string | undefined {
  const own = request.get('x-api-key')?.trim();
  if (own) return own;
  const authorization = request.get('authorization');
  if (authorization === undefined) return undefined;
  // What is no bearer token is no key that works.
  return BEARER.exec(authorization)?.[1] ?? authorization;
}
