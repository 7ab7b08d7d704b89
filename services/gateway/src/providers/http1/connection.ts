import type { Socket } from 'node:net';
import { UpstreamError, type UpstreamCall, type UpstreamReceiver } from '../provider-client.ts';
import type { AnswerHead } from './answer-head.ts';
import { AnswerParser, type AnswerListener } from './answer-parser.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  /** With the blank line that ends it. Latin-1. */
  readonly head: string;
  readonly body: Buffer;
  /** Milliseconds to wait for the first byte, and between two reads. */
  readonly timeoutMs: number;
}

/** Who keeps connections while they idle. */
export interface ConnectionOwner {
  /** It may carry another request. */
  onIdle(connection: Connection): void;
  /** It is closed. */
  onClosed(connection: Connection): void;
}

/** Opens a socket whose reads are given to `onRead`, in memory that is used again for the next. */
export type OpenSocket = (onRead: (bytes: Buffer) => void) => Socket;

export interface ConnectionOptions {
  readonly owner: ConnectionOwner;
  readonly open: OpenSocket;
  readonly connectTimeoutMs: number;
  /** `connect`, or `secureConnect` where there is TLS. */
  readonly openedEvent: 'connect' | 'secureConnect';
}

/** Head and body up to this size go out in one piece. */
const SMALL_BYTES = 16_384;

/** A connection to a provider: one request after the other, each with its answer. */
export class Connection implements AnswerListener {
  private readonly owner: ConnectionOwner;
  private readonly socket: Socket;
  private readonly parser = new AnswerParser(this);
  private exchange: Exchange | undefined;
  private idleMs = 0;
  private isOpen = false;
  private timeoutMs = 0;

  constructor({ owner, open, connectTimeoutMs, openedEvent }: ConnectionOptions) {
    this.owner = owner;
    this.socket = open((bytes) => {
      this.read(bytes);
    });
    this.setTimeout(connectTimeoutMs);
    this.socket.once(openedEvent, () => {
      this.isOpen = true;
      if (this.exchange) this.setTimeout(this.exchange.timeoutMs);
    });
    this.socket.on('timeout', () => {
      this.fail(new UpstreamError('timeout', this.isOpen ? 'no answer in time' : 'no connection'));
    });
    this.socket.on('error', (error) => {
      this.fail(new UpstreamError('connection', codeOf(error), error));
    });
    this.socket.on('close', () => {
      this.closed();
    });
  }

  /** Sends a request. There must be none under way. */
  send(request: WireRequest, receiver: UpstreamReceiver): UpstreamCall {
    const exchange = new Exchange(this, receiver, request.timeoutMs);
    this.exchange = exchange;
    this.parser.reset();
    if (this.isOpen) this.setTimeout(request.timeoutMs);
    this.write(request);
    return exchange;
  }

  /** Whether it can carry a request: the peer may be about to close it. */
  get isUsable(): boolean {
    return this.socket.writable && this.socket.readable;
  }

  /** Cuts it. Whoever waits for an answer hears of an error. */
  destroy(): void {
    this.socket.destroy();
  }

  /** Ends an exchange; its receiver hears no more. */
  cancel(exchange: Exchange): void {
    if (this.exchange !== exchange) return;
    this.exchange = undefined;
    this.socket.destroy();
  }

  onHead({ status, headers, idleMs }: AnswerHead): void {
    this.idleMs = idleMs;
    this.exchange?.receiver.onStart(status, headers);
  }

  onBody(bytes: Buffer): void {
    this.exchange?.receiver.onData(bytes);
  }

  /** Stops reading; a receiver that is slow is not the provider's fault, so that the time stands still. */
  pause(exchange: Exchange): void {
    if (this.exchange !== exchange) return;
    this.setTimeout(0);
    this.socket.pause();
  }

  resume(exchange: Exchange): void {
    if (this.exchange !== exchange) return;
    this.setTimeout(exchange.timeoutMs);
    this.socket.resume();
  }

  private write({ head, body }: WireRequest): void {
    const { socket } = this;
    if (body.length <= SMALL_BYTES) {
      socket.write(head + body.toString('latin1'), 'latin1');
      return;
    }
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
  }

  private read(bytes: Buffer): void {
    try {
      this.parser.push(bytes);
    } catch (error) {
      this.fail(new UpstreamError('connection', `no proper answer: ${String(error)}`, error));
      return;
    }
    if (this.parser.isDone && this.exchange) this.finish(this.exchange);
  }

  /** The connection is given back first: what follows in the receiver may want it. */
  private finish({ receiver }: Exchange): void {
    this.exchange = undefined;
    if (this.idleMs > 0 && this.socket.writableLength === 0) {
      this.setTimeout(this.idleMs);
      this.owner.onIdle(this);
    } else {
      this.socket.destroy();
    }
    receiver.onEnd();
  }

  private fail(error: UpstreamError): void {
    const { exchange } = this;
    this.exchange = undefined;
    this.socket.destroy();
    exchange?.receiver.onError(error);
  }

  private closed(): void {
    this.owner.onClosed(this);
    if (!this.exchange) return;
    if (this.parser.close()) this.finish(this.exchange);
    else this.fail(new UpstreamError('connection', 'closed before the end of the answer'));
  }

  private setTimeout(ms: number): void {
    if (ms === this.timeoutMs) return;
    this.timeoutMs = ms;
    this.socket.setTimeout(ms);
  }
}

/** One request on a connection, with whoever hears of its answer. */
class Exchange implements UpstreamCall {
  readonly receiver: UpstreamReceiver;
  readonly timeoutMs: number;
  private readonly connection: Connection;

  constructor(connection: Connection, receiver: UpstreamReceiver, timeoutMs: number) {
    this.connection = connection;
    this.receiver = receiver;
    this.timeoutMs = timeoutMs;
  }

  pause(): void {
    this.connection.pause(this);
  }

  resume(): void {
    this.connection.resume(this);
  }

  cancel(): void {
    this.connection.cancel(this);
  }
}

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? error.message;
