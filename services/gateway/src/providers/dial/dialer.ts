import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { Clock } from '@aicp/common/time/clock';
import { AddressOrder } from './addresses.ts';
import { Dial, type DialListener, type SocketOpener } from './dial.ts';
import { hostOf } from './resolve.ts';
import type { Route } from './route.ts';
import type { Sink } from './sink.ts';
import { secureContextOf } from './tls-identity.ts';

export interface DialerOptions {
  readonly route: Route;
  /** What sockets are read into, where they can be: one for all, since each read is over before the next begins. */
  readonly readBuffer: Buffer;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Whether whoever dials reads the socket himself, which leads through a tunnel wherever there is a proxy. Absent: he does not. */
  readonly isRaw?: boolean | undefined;
}

/** Opens connections to one origin: directly to one of its addresses, or through a proxy. */
export class Dialer implements SocketOpener {
  readonly route: Route;
  /** Of the origin's addresses, or the proxy's. */
  readonly order: AddressOrder;
  readonly isRaw: boolean;
  private readonly readBuffer: Buffer;
  /** Certificates of the provider's own. */
  private readonly identity: ConnectionOptions;
  /** Of the newest connection, to shorten the next handshake. */
  private session: Buffer | undefined;

  constructor({ route, readBuffer, clock, isRaw = false }: DialerOptions) {
    this.route = route;
    this.readBuffer = readBuffer;
    this.isRaw = isRaw;
    this.identity = identityOf(route);
    this.order = new AddressOrder(clock);
  }

  /** Whether sockets are read into the buffer. What goes through a tunnel is read by TLS, and HTTP/2 reads by itself. */
  get isBuffered(): boolean {
    const { origin, proxy, http2 } = this.route;
    return !this.isRaw && !http2 && !(proxy && origin.protocol === 'https:');
  }

  /** Opens a connection within so many milliseconds, TLS and the proxy's part included. */
  dial(timeoutMs: number, listener: DialListener): Dial {
    return new Dial({ dialer: this, timeoutMs, listener });
  }

  /** Begins a connection to an address of whoever is called first: the proxy, or the origin. */
  open(address: string, sink: Sink): Socket {
    const { origin, proxy } = this.route;
    const url = proxy?.forward.url ?? origin;
    const isSecure = url.protocol === 'https:';
    const onread = {
      buffer: this.readBuffer,
      callback: (length: number) => {
        sink.read(this.readBuffer.subarray(0, length));
        return true;
      },
    };
    const base = {
      host: address,
      port: Number(url.port || (isSecure ? 443 : 80)),
      ...(this.isBuffered ? { onread } : {}),
    };
    if (!isSecure) return connectTcp(base);
    return proxy ? connectTls({ ...base, ...namedBy(url) }) : this.secure(base);
  }

  /** TLS to the origin: over a socket, or by a connection of its own. */
  secure(base: ConnectionOptions): Socket {
    const socket = connectTls({
      ...base,
      ...this.identity,
      ALPNProtocols: this.route.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
      ...(this.session ? { session: this.session } : {}),
    });
    return socket.on('session', (session) => {
      this.session = session;
    });
  }
}

function identityOf({ origin, tls }: Route): ConnectionOptions {
  if (!tls) return namedBy(origin);
  const { serverName } = tls;
  return {
    secureContext: secureContextOf(tls),
    ...(serverName === undefined ? namedBy(origin) : { servername: serverName }),
  };
}

/** By which name it is called, and has to have a certificate for. Addresses are no names in TLS. */
function namedBy(url: URL): ConnectionOptions {
  const host = hostOf(url);
  return isIP(host) === 0 ? { servername: host } : { host };
}
