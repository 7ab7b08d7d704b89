import { connect as connectTcp, isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ForbiddenAddress, type AddressGuard } from '@aicp/common/http/address-guard';
import type { Clock } from '@aicp/common/time/clock';
import type { UpstreamCall, UpstreamReceiver } from '../upstream/provider-client.ts';
import { Connection, type ConnectionOwner } from './connection.ts';
import { IdleConnections } from './idle-connections.ts';
import { WireCall, type WireRequest } from './wire-call.ts';

export interface ConnectionPoolOptions {
  readonly origin: URL;
  /** What sockets are read into: one for all, since each read is over before the next begins. */
  readonly readBuffer: Buffer;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Looks at every connection that is opened; a request on one that is open costs nothing. */
  readonly guard: AddressGuard;
}

interface OnRead {
  readonly buffer: Buffer;
  readonly callback: (length: number) => boolean;
}

/** A connection that is older carries no further request: names get other addresses, and what balances load moves on. */
const LONGEST_LIFE_MS = 600_000;

/** Connections to one origin, as many as there are requests at a time: a stream holds its own for as long as it lasts. */
export class ConnectionPool implements ConnectionOwner {
  private readonly options: ConnectionPoolOptions;
  private readonly isSecure: boolean;
  private readonly open = new Set<Connection>();
  private readonly idle: IdleConnections;
  /** Of the newest connection, to shorten the next handshake. */
  private session: Buffer | undefined;

  constructor(options: ConnectionPoolOptions) {
    this.options = options;
    this.idle = new IdleConnections(options.clock);
    this.isSecure = options.origin.protocol === 'https:';
  }

  /** Sends a request on the connection that idles shortest, or on a new one. */
  send(request: WireRequest, receiver: UpstreamReceiver): UpstreamCall {
    const call = new WireCall(request, receiver);
    const idle = this.idle.take();
    if (!idle) this.openNew(request).carry(call);
    else if (idle.mustSettle) idle.connection.carryLater(call);
    else idle.connection.carry(call);
    return call;
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
    this.openNew(call.request).carry(call);
  }

  /** Cuts every connection; whoever waits hears of an error. */
  destroy(): void {
    this.idle.stop();
    for (const connection of this.open) connection.destroy();
  }

  private openNew({ connectTimeoutMs }: WireRequest): Connection {
    const connection = new Connection({
      owner: this,
      openedAt: this.options.clock.monotonic(),
      connectTimeoutMs,
      openedEvent: this.isSecure ? 'secureConnect' : 'connect',
      open: (onRead) => this.connect(onRead),
    });
    this.open.add(connection);
    return connection;
  }

  private connect(onRead: (bytes: Buffer) => void): Socket {
    const { origin, readBuffer, guard } = this.options;
    const refusal = refusalOf(guard, origin);
    if (refusal) return new Socket().destroy(refusal);
    const host = origin.hostname.replace(/^\[|\]$/g, '');
    const onread: OnRead = {
      buffer: readBuffer,
      callback: (length) => {
        onRead(readBuffer.subarray(0, length));
        return true;
      },
    };
    const socket = this.isSecure
      ? this.connectSecurely(host, onread)
      : connectTcp({ host, port: Number(origin.port || 80), onread, lookup: guard.lookup });
    return socket.setNoDelay(true).setKeepAlive(true);
  }

  private connectSecurely(host: string, onread: OnRead): Socket {
    const options = {
      host,
      port: Number(this.options.origin.port || 443),
      onread,
      lookup: this.options.guard.lookup,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) ? {} : { servername: host }),
      ...(this.session ? { session: this.session } : {}),
    };
    return connectTls(options).on('session', (session) => {
      this.session = session;
    });
  }
}

/** An address that is written as a number is never looked up, so that it is looked at here. */
function refusalOf(guard: AddressGuard, origin: URL): ForbiddenAddress | undefined {
  try {
    guard.requireAllowed(origin);
    return undefined;
  } catch (error) {
    if (error instanceof ForbiddenAddress) return error;
    throw error;
  }
}
