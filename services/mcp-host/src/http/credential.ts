import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request shows the secret that gateways have. Hashes are compared, so that no comparison leaks its text or length. */
export function showsSecret({ authorization = '' }: IncomingHttpHeaders, secret: string): boolean {
  const shown = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(digestOf(shown), digestOf(secret));
}

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');
