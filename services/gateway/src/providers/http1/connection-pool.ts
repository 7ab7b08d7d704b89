import type { Socket } from 'node:net';
import type { Clock } from '@aicp/common/time/clock';
import type { Dial, DialListener } from '../dial/dial.ts';
import { Dialer } from '../dial/dialer.ts';
import type { Sink } from '../dial/sink.ts';
import { isForwarded, type Route } from '../dial/route.ts';
import type { UpstreamCall, UpstreamReceiver } from '../upstream/provider-client.ts';
import { Connection, type ConnectionOwner } from './connection.ts';
import { forwardedRequest, throughProxy } from './forwarded.ts';
import { IdleConnections } from './idle-connections.ts';
import { Opening } from './opening.ts';
import { WireCall, type RequestPool, type WireRequest } from './wire-call.ts';

export interface ConnectionPoolOptions {
  /** Looked at for every connection that is opened; a request on one that is open costs nothing. */
  readonly route: Route;
  /** What sockets are read into: one for all, since each read is over before the next begins. */
  readonly readBuffer: Buffer;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** A connection that is older carries no further request: names get other addresses, and what balances load moves on. */
const LONGEST_LIFE_MS = 600_000;

/** By TLS 1.3 the handshake is over before the other side looks at it, and not every one says what it thinks. */
const NOT_ACCEPTED = 'it may not accept our client certificate';

/** Connections to one origin, as many as there are requests at a time: a stream holds its own for as long as it lasts. */
export class ConnectionPool implements ConnectionOwner, RequestPool {
  private readonly options: ConnectionPoolOptions;
  private readonly dialer: Dialer;
  private rawDialer: Dialer | undefined;
  private readonly isForwarded: boolean;
  private readonly opening = new Set<Opening>();
  private readonly open = new Set<Connection>();
  private readonly idle: IdleConnections;

  constructor(options: ConnectionPoolOptions) {
    this.options = options;
    this.idle = new IdleConnections(options.clock);
    this.dialer = new Dialer(options);
    this.isForwarded = isForwarded(options.route);
  }

  /** Sends a request on the connection that idles shortest, or on a new one. */
  send(request: WireRequest, receiver: UpstreamReceiver): UpstreamCall {
    const call = this.isForwarded
      ? this.forwarded(request, receiver)
      : new WireCall(request, receiver);
    const idle = this.idle.take();
    if (!idle) this.openNew(call);
    else if (idle.mustSettle) idle.connection.carryLater(call);
    else idle.connection.carry(call);
    return call;
  }

  dialSocket(timeoutMs: number, listener: DialListener): Dial {
    this.rawDialer ??= new Dialer({ ...this.options, isRaw: true });
    return this.rawDialer.dial(timeoutMs, listener);
  }

  onIdle(connection: Connection, idleMs: number): void {
    if (this.options.clock.monotonic() - connection.openedAt < LONGEST_LIFE_MS)
      this.idle.add(connection, idleMs);
    else connection.destroy();
  }

  onClosed(connection: Connection): void {
    this.open.delete(connection);
    this.idle.closed(connection);
  }

  onUnasked(): void {
    this.idle.distrust();
  }

  onUnsent(call: WireCall): void {
    this.openNew(call);
  }

  /** Takes a connection that was just opened, and sends a request on it. */
  adopt(socket: Socket, sink: Sink, call: WireCall): void {
    const openedAt = this.options.clock.monotonic();
    const { origin, tls } = this.options.route;
    const connection = new Connection({
      ...{ owner: this, openedAt, socket, sink, host: origin.host },
      suspicion: tls?.clientCertificate && NOT_ACCEPTED,
    });
    this.open.add(connection);
    connection.carry(call);
  }

  /** Cuts every connection; whoever waits hears of an error. */
  destroy(): void {
    this.idle.stop();
    for (const opening of this.opening) opening.destroy();
    for (const connection of this.open) connection.destroy();
  }

  private forwarded(request: WireRequest, receiver: UpstreamReceiver): WireCall {
    const { origin, proxy } = this.options.route;
    if (!proxy) return new WireCall(request, receiver);
    const call: WireCall = new WireCall(
      forwardedRequest(request, origin, proxy),
      throughProxy(receiver, proxy, () => call),
    );
    return call;
  }

  private openNew(call: WireCall): void {
    const opening = new Opening({
      dialer: this.dialer,
      call,
      opened: (socket, sink) => {
        this.adopt(socket, sink, call);
      },
      ended: (one) => {
        this.opening.delete(one);
      },
    });
    this.opening.add(opening);
  }
}
