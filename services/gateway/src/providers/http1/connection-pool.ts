import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { UpstreamCall, UpstreamReceiver } from '../provider-client.ts';
import { Connection, type ConnectionOwner, type WireRequest } from './connection.ts';

export interface ConnectionPoolOptions {
  readonly origin: URL;
  readonly connectTimeoutMs: number;
  /** What sockets are read into: one for all, since each read is over before the next begins. */
  readonly readBuffer: Buffer;
}

/** Connections to one origin, as many as there are requests at a time: a stream holds its own for as long as it lasts. */
export class ConnectionPool implements ConnectionOwner {
  private readonly options: ConnectionPoolOptions;
  private readonly isSecure: boolean;
  private readonly open = new Set<Connection>();
  private readonly idle: Connection[] = [];
  /** Of the newest connection, to shorten the next handshake. */
  private session: Buffer | undefined;

  constructor(options: ConnectionPoolOptions) {
    this.options = options;
    this.isSecure = options.origin.protocol === 'https:';
  }

  /** Sends a request on the connection that idles shortest, or on a new one. */
  send(request: WireRequest, receiver: UpstreamReceiver): UpstreamCall {
    return this.take().send(request, receiver);
  }

  onIdle(connection: Connection): void {
    this.idle.push(connection);
  }

  onClosed(connection: Connection): void {
    this.open.delete(connection);
    const index = this.idle.indexOf(connection);
    if (index !== -1) this.idle.splice(index, 1);
  }

  /** Cuts every connection; whoever waits hears of an error. */
  destroy(): void {
    for (const connection of this.open) connection.destroy();
  }

  private take(): Connection {
    for (let idle = this.idle.pop(); idle; idle = this.idle.pop()) {
      if (idle.isUsable) return idle;
    }
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
    const onread = {
      buffer: readBuffer,
      callback: (length: number): boolean => {
        onRead(readBuffer.subarray(0, length));
        return true;
      },
    };
    const socket = this.isSecure
      ? this.connectSecurely(host, onread)
      : connectTcp({ host, port: Number(origin.port || 80), onread });
    return socket.setNoDelay(true).setKeepAlive(true);
  }

  private connectSecurely(
    host: string,
    onread: { buffer: Buffer; callback: (length: number) => boolean },
  ): Socket {
    const port = Number(this.options.origin.port || 443);
    const options = {
      host,
      port,
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
