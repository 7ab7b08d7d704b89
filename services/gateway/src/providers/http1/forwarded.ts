import { proxyAuthorization } from '../dial/tunnel.ts';
import type { ProxyRoute } from '../dial/route.ts';
import { UpstreamError, type UpstreamReceiver } from '../upstream/provider-client.ts';
import type { WireCall, WireRequest } from './wire-call.ts';

/** A request as a proxy takes it for an http origin: its whole address in the first line (RFC 9112, 3.2.2), and who asks in the second. */
export function forwardedRequest(
  { head, ...request }: WireRequest,
  { origin }: URL,
  { forward }: ProxyRoute,
): WireRequest {
  const path = head.indexOf(' ') + 1;
  const headers = head.indexOf('\r\n') + 2;
  const line = `${head.slice(0, path)}${origin}${head.slice(path, headers)}`;
  const sent = `${line}${proxyAuthorization(forward.authorization)}${head.slice(headers)}`;
  return { ...request, head: sent };
}

/** Hears the answers that come by a proxy: 407 is its own, and says nothing of the provider. */
export function throughProxy(
  receiver: UpstreamReceiver,
  { forward }: ProxyRoute,
  callOf: () => WireCall,
): UpstreamReceiver {
  return {
    onStart: (status, headers) => {
      if (status !== 407) {
        receiver.onStart(status, headers);
        return;
      }
      callOf().cancel();
      const why = `the proxy ${forward.url.host} refused the request with 407: it asks for a name and a password, or others`;
      receiver.onError(new UpstreamError('connection', why));
    },
    onData: (chunk) => {
      receiver.onData(chunk);
    },
    onEnd: () => {
      receiver.onEnd();
    },
    onError: (error) => {
      receiver.onError(error);
    },
  };
}
