import type { Request } from 'express';
import { Problem } from '@aicp/common/errors/problem';

/** How browsers reach this service, without a trailing slash: as it is set up, else as this request did. */
export const ownAddress = (request: Request, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/**
 * For routes that a cookie opens: only pages of this service may call them. Every browser says where a POST is from, so one that says
 * nothing is refused too. Throws a Problem (403).
 */
export function requireOwnPage(request: Request, address: string): void {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const isOwnSite = site === undefined || site === 'same-origin';
  const isOwnOrigin = origin === undefined || origin === new URL(address).origin;
  if (isOwnSite && isOwnOrigin && (site ?? origin) !== undefined) return;
  throw new Problem(
    403,
    'Only pages of this service may ask for this. Elsewhere, send an API key to POST /auth/login.',
  );
}
