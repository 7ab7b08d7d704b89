import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '@aicp/common/time/clock';
import type { UpstreamCall, UpstreamReceiver } from '../provider-client.ts';
import { Connection, type ConnectionOwner } from './connection.ts';
import { WireCall, type WireRequest } from './wire-call.ts';

export interface ConnectionPoolOptions {
  readonly origin: URL;
  readonly connectTimeoutMs: number;
  /** What sockets are read into: one for all, since each read is over before the next begins. */
  readonly readBuffer: Buffer;
  readonly clock: Pick<Clock, 'monotonic'>;
}

interface OnRead {
  readonly buffer: Buffer;
  readonly callback: (length: number) => boolean;
}

interface Idle {
  readonly connection: Connection;
  /** Monotonic milliseconds. */
  readonly until: number;
}

const SWEEP_EVERY_MS = 1000;

/** Connections to one origin, as many as there are requests at a time: a stream holds its own for as long as it lasts. */
export class ConnectionPool implements ConnectionOwner {
  private readonly options: ConnectionPoolOptions;
  private readonly isSecure: boolean;
  private readonly open = new Set<Connection>();
  private idle: Idle[] = [];
  private sweeper: NodeJS.Timeout | undefined;
  /** Of the newest connection, to shorten the next handshake. */
  private session: Buffer | undefined;

  constructor(options: ConnectionPoolOptions) {
    this.options = options;
    this.isSecure = options.origin.protocol === 'https:';
  }

  /** Sends a request on the connection that idles shortest, or on a new one. */
  send(request: WireRequest, receiver: UpstreamReceiver): UpstreamCall {
    const call = new WireCall(request, receiver);
    (this.takeIdle() ?? this.openNew()).carry(call);
    return call;
  }

  onIdle(connection: Connection, idleMs: number): void {
    this.idle.push({ connection, until: this.options.clock.monotonic() + idleMs });
    this.sweeper ??= setTimeout(() => {
      this.sweep();
    }, SWEEP_EVERY_MS).unref();
  }

  onClosed(connection: Connection): void {
    this.open.delete(connection);
    const index = this.idle.findIndex((idle) => idle.connection === connection);
    if (index !== -1) this.idle.splice(index, 1);
  }

  onUnsent(call: WireCall): void {
    this.openNew().carry(call);
  }

  /** Cuts every connection; whoever waits hears of an error. */
  destroy(): void {
    clearTimeout(this.sweeper);
    for (const connection of this.open) connection.destroy();
  }

  private takeIdle(): Connection | undefined {
    if (this.idle.length === 0) return undefined;
    const now = this.options.clock.monotonic();
    for (let last = this.idle.pop(); last; last = this.idle.pop()) {
      const { connection, until } = last;
      if (until > now && connection.isUsable) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /** Closes what nobody has used for its time; comes again while there is anything. */
  private sweep(): void {
    const now = this.options.clock.monotonic();
    const over = this.idle.filter(({ until }) => until <= now);
    this.idle = this.idle.filter(({ until }) => until > now);
    for (const { connection } of over) connection.destroy();
    if (this.idle.length > 0) this.sweeper?.refresh();
    else this.sweeper = undefined;
  }

  private openNew(): Connection {
    const connection = new Connection({
      owner: this,
      connectTimeoutMs: this.options.connectTimeoutMs,
      openedEvent: this.isSecure ? 'secureConnect' : 'connect',
      open: (onRead) => this.connect(onRead),
    });
    this.open.add(connection);
    return connection;
  }

  private connect(onRead: (bytes: Buffer) => void): Socket {
    const { origin, readBuffer } = this.options;
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
      : connectTcp({ host, port: Number(origin.port || 80), onread });
    return socket.setNoDelay(true).setKeepAlive(true);
  }

  private connectSecurely(host: string, onread: OnRead): Socket {
    const options = {
      host,
      port: Number(this.options.origin.port || 443),
      onread,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) ? {} : { servername: host }),
      ...(this.session ? { session: this.session } : {}),
    };
    return connectTls(options).on('session', (session) => {
      this.session = session;
    });
  }
}
