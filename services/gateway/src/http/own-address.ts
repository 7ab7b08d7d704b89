import type { IncomingMessage } from 'node:http';
import type { Gateway } from '../pipeline/exchange/gateway.ts';

/** A host that names the very machine it is read on, and that nobody else can have. */
export const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?$/;

export type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;

/**
 * Where clients reach us, without a path: as whoever runs us says, else where this machine itself asks. Undefined: nobody has said it, and what a client, or a page
 * that made it ask, writes as our name is no word of ours.
 */
export function ownAddress(
  { signOn }: Pick<Gateway, 'signOn'>,
  { headers: { host = '' }, socket }: Asked,
): string | undefined {
  if (signOn) return signOn.publicUrl;
  if (!LOOPBACK.test(host)) return undefined;
  const isSecure = 'encrypted' in socket && socket.encrypted === true;
  return `${isSecure ? 'https' : 'http'}://${host}`;
}
