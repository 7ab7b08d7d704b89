import type { IncomingHttpHeaders } from 'node:http';
import type { CorsOrigins } from './cors.ts';

/** A host that names this machine, and that nobody else can have. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?$/i;

type Headers = Pick<IncomingHttpHeaders, 'origin' | 'host'>;

/** Whether a request names this very machine as its host, which a page cannot have it do under a name of its own. */
export const isForLoopback = ({ host = '' }: Headers): boolean => LOOPBACK.test(host);

/** Whether a page that sends a request may, whatever address it found us at: one of these origins, or of this very machine and port. Where no origin is said, no page of another one sends it. */
export function mayPageCall(headers: Headers, origins: CorsOrigins): boolean {
  const { origin, host = '' } = headers;
  if (origin === undefined || origins === '*' || origins.includes(origin)) return true;
  return isForLoopback(headers) && [`http://${host}`, `https://${host}`].includes(origin);
}
