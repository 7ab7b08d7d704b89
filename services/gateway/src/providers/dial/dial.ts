import type { Socket } from 'node:net';
import { TLSSocket, type ConnectionOptions } from 'node:tls';
import { UpstreamError } from '../upstream/provider-client.ts';
import type { AddressOrder } from './addresses.ts';
import { networkError } from './network-error.ts';
import { discard, Race } from './race.ts';
import { hostOf, refusalOf, resolveHost } from './resolve.ts';
import type { Route } from './route.ts';
import type { Sink } from './sink.ts';
import { openTunnel } from './tunnel.ts';

/** Hears of one of the two, once, and of neither where the dial was ended. */
export interface DialListener {
  /** What is read on it goes to the sink, which the listener sets at once; of a raw one nothing is read yet. */
  opened(socket: Socket, sink: Sink): void;
  failed(error: UpstreamError): void;
}

/** Whether the other side took HTTP/2, which then reads the socket itself. */
export const agreedOnHttp2 = (socket: Socket): boolean =>
  socket instanceof TLSSocket && socket.alpnProtocol === 'h2';

/** What a dial opens sockets by. */
export interface SocketOpener {
  readonly route: Route;
  readonly order: AddressOrder;
  readonly isBuffered: boolean;
  /** Whether the listener reads the socket itself. */
  readonly isRaw: boolean;
  open(address: string, sink: Sink): Socket;
  secure(base: ConnectionOptions): Socket;
}

export interface DialOptions {
  readonly dialer: SocketOpener;
  readonly timeoutMs: number;
  readonly listener: DialListener;
}

/** A connection that is being opened: addresses, TCP, the tunnel of a proxy, TLS. */
export class Dial {
  private readonly dialer: SocketOpener;
  private readonly listener: DialListener;
  private readonly timer: NodeJS.Timeout;
  private readonly sink: Sink = { read: () => undefined };
  private race: Race | undefined;
  private socket: Socket | undefined;
  private isOver = false;
  /** Takes our listeners from the socket. */
  private release: () => void = () => undefined;
  /** Who is waited for, for the words of a time-out. */
  private waitsFor = 'no connection';

  constructor({ dialer, timeoutMs, listener }: DialOptions) {
    this.dialer = dialer;
    this.listener = listener;
    this.timer = setTimeout(() => {
      this.fail(new UpstreamError('timeout', this.waitsFor));
    }, timeoutMs);
    const { origin, guard, proxy } = dialer.route;
    if (!proxy) {
      this.connect(origin, guard);
      return;
    }
    this.checkTarget(() => {
      this.connect(proxy.forward.url, proxy.guard);
    });
  }

  /** Ends it; its listener hears no more. */
  destroy(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.race?.destroy();
    if (this.socket) discard(this.socket);
  }

  /** Where a proxy connects is not seen here. What is known of it is looked at before the proxy is asked. */
  private checkTarget(next: () => void): void {
    const { origin, guard, proxy } = this.dialer.route;
    const refusal = refusalOf(origin, guard);
    if (refusal) {
      queueMicrotask(() => {
        this.fail(networkError(refusal, hostOf(origin)));
      });
      return;
    }
    if (!proxy?.looksUp) {
      next();
      return;
    }
    resolveHost(origin, guard, {
      found: () => {
        if (!this.isOver) next();
      },
      failed: (error) => {
        this.fail(networkError(error, hostOf(origin)));
      },
    });
  }

  private connect(url: URL, guard: SocketOpener['route']['guard']): void {
    const { dialer } = this;
    resolveHost(url, guard, {
      found: (addresses) => {
        if (this.isOver) return;
        this.race = new Race({
          addresses,
          order: dialer.order,
          open: (address) => dialer.open(address, this.sink),
          connected: (socket) => {
            this.connected(socket, url);
          },
          failed: (error) => {
            this.fail(this.errorAt(url, error));
          },
        });
      },
      failed: (error) => {
        this.fail(this.errorAt(url, error));
      },
    });
  }

  private connected(socket: Socket, url: URL): void {
    socket.setNoDelay(true).setKeepAlive(true);
    this.take(socket, url);
    const { origin, proxy } = this.dialer.route;
    const next = (): void => {
      if (proxy && (this.dialer.isRaw || origin.protocol === 'https:')) this.tunnel(socket);
      else this.done(socket);
    };
    if (url.protocol === 'https:') this.handshake(socket, url, next);
    else next();
  }

  private handshake(socket: Socket, { host }: URL, next: () => void): void {
    this.waitsFor = `no connection: ${host} did not finish the TLS handshake`;
    socket.once('secureConnect', next);
  }

  private tunnel(socket: Socket): void {
    const { dialer } = this;
    const { origin, proxy } = dialer.route;
    if (!proxy) return;
    const { forward } = proxy;
    this.waitsFor = `no connection: the proxy ${forward.url.host} did not open a tunnel`;
    openTunnel({
      socket,
      proxy: forward,
      origin,
      opened: () => {
        if (origin.protocol !== 'https:') {
          this.done(socket);
          // The answer of the proxy stopped it; whoever has it now reads it as any other.
          socket.resume();
          return;
        }
        const secured = dialer.secure({ socket });
        this.take(secured, origin);
        this.handshake(secured, origin, () => {
          this.done(secured);
        });
      },
      failed: (why) => {
        this.fail(new UpstreamError('connection', why));
      },
    });
  }

  /** From now on this is what breaks. */
  private take(socket: Socket, url: URL): void {
    this.socket = socket;
    const onError = (error: Error): void => {
      this.fail(this.errorAt(url, error));
    };
    const onClose = (): void => {
      this.fail(new UpstreamError('connection', this.closedBy(url)));
    };
    socket.on('error', onError).on('close', onClose);
    const release = (): void => {
      socket.off('error', onError).off('close', onClose);
    };
    this.release = release;
  }

  private done(socket: Socket): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    const { isBuffered, isRaw } = this.dialer;
    if (!isBuffered && !isRaw && !agreedOnHttp2(socket)) {
      socket.on('data', (bytes) => {
        this.sink.read(bytes);
      });
    }
    this.listener.opened(socket, this.sink);
    this.release();
  }

  private closedBy(url: URL): string {
    return url === this.dialer.route.proxy?.forward.url
      ? `the proxy ${url.host} closed the connection before it opened the tunnel`
      : `${url.host} closed the connection before the TLS handshake was over`;
  }

  private errorAt(url: URL, error: Error): UpstreamError {
    const { proxy } = this.dialer.route;
    const failed = networkError(error, url.host);
    if (url !== proxy?.forward.url) return failed;
    return new UpstreamError('connection', `the proxy ${url.host}: ${failed.message}`, error);
  }

  private fail(error: UpstreamError): void {
    if (this.isOver) return;
    this.destroy();
    this.listener.failed(error);
  }
}
