import type { Principal } from '@aicp/api-kit/access/principal';
import type { RouteContext } from '@aicp/api-kit/route/route';
import type { OpenStreams } from './open-streams.ts';

/**
 * A place among the open streams for whoever sends a request, until their client goes or `close` is called; `signal` aborts then. Throws a Problem: 429 where there are
 * too many, 503 while the service stops.
 */
export function placeForClient(
  { request, principal }: Pick<RouteContext, 'request' | 'principal'>,
  streams: OpenStreams,
): { readonly signal: AbortSignal; readonly close: () => void } {
  const { socket } = request;
  const place = streams.open(callerOf(principal), principal.organizationId);
  if (socket.destroyed) place.close();
  socket.once('close', place.close);
  const close = (): void => {
    socket.removeListener('close', place.close);
    place.close();
  };
  return { signal: place.signal, close };
}

const callerOf = ({ keyUid, organizationId, subject }: Principal): string =>
  keyUid ?? `${organizationId ?? ''} ${subject}`;
