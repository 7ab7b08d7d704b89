import type { IncomingMessage } from 'node:http';
import { isForLoopback } from '@aicp/common/http/page-origin';
import type { Gateway } from '../pipeline/exchange/gateway.ts';

export type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;

/**
 * Where clients reach us, without a path: as whoever runs us says, else where this machine itself asks. Undefined: nobody has said it, and what a client, or a page
 * that made it ask, writes as our name is no word of ours.
 */
export function ownAddress(
  { signOn }: Pick<Gateway, 'signOn'>,
  { headers, socket }: Asked,
): string | undefined {
  if (signOn) return signOn.publicUrl;
  if (!isForLoopback(headers)) return undefined;
  const isSecure = 'encrypted' in socket && socket.encrypted === true;
  return `${isSecure ? 'https' : 'http'}://${headers.host ?? ''}`;
}
