import type { AddressGuard } from '@aicp/common/http/address-guard';
import type { ForwardProxy } from './forward-proxy.ts';
import type { TlsIdentity } from './tls-identity.ts';

/** How an origin is reached. */
export interface Route {
  readonly origin: URL;
  /** Looks at every address that is connected to; behind a proxy at the origin's, where it is known. */
  readonly guard: AddressGuard;
  /** Absent: it is connected to itself. */
  readonly proxy?: ProxyRoute | undefined;
  /** Absent: TLS as the process has it. */
  readonly tls?: TlsIdentity | undefined;
  /** Whether HTTP/2 is offered as well; what the origin takes is the socket's to say. Absent: it is not. */
  readonly http2?: boolean | undefined;
}

export interface ProxyRoute {
  readonly forward: ForwardProxy;
  /** Looks at the addresses of the proxy. */
  readonly guard: AddressGuard;
  /** Whether the origin's name is looked up, and refused where it stands at an address that `Route.guard` forbids; else its name is the proxy's business. */
  readonly looksUp: boolean;
}

/** Whether requests go to the proxy with the whole address of the origin, and not through a tunnel. */
export const isForwarded = ({ origin, proxy }: Route): boolean =>
  proxy !== undefined && origin.protocol === 'http:';
