import type { Socket } from 'node:net';
import { UpstreamError } from '../upstream/provider-client.ts';
import { ProtocolError, type AnswerHead } from './answer-head.ts';
import { networkError } from '../dial/network-error.ts';
import type { Sink } from '../dial/sink.ts';
import { AnswerParser, type AnswerListener } from './answer-parser.ts';
import type { Carrier, WireCall, WireRequest } from './wire-call.ts';

/** Who keeps connections while they idle. */
export interface ConnectionOwner {
  /** It may carry another request for so many milliseconds. */
  onIdle(connection: Connection, idleMs: number): void;
  /** It is closed. */
  onClosed(connection: Connection): void;
  /** It broke before it took the whole request, which nobody can have served: another connection may carry it. */
  onUnsent(call: WireCall): void;
  /** The peer sent something while nobody had asked it. */
  onUnasked(): void;
}

export interface ConnectionOptions {
  readonly owner: ConnectionOwner;
  /** Monotonic milliseconds. */
  readonly openedAt: number;
  /** Open, TLS included. */
  readonly socket: Socket;
  /** Is given what is read on the socket, in memory that may be used again for the next. */
  readonly sink: Sink;
  /** Who is on the other side, for the words of errors. */
  readonly host: string;
  /** What may be wrong where it closes the connection without any answer to the first request; absent: nobody knows. */
  readonly suspicion?: string | undefined;
}

/** Head and body up to this size go out in one piece. */
const SMALL_BYTES = 16_384;

/** A connection to a provider: one request after the other, each with its answer. */
export class Connection implements AnswerListener, Carrier {
  readonly openedAt: number;
  private readonly owner: ConnectionOwner;
  private readonly socket: Socket;
  private readonly host: string;
  private readonly suspicion: string | undefined;
  private readonly parser = new AnswerParser(this);
  private call: WireCall | undefined;
  private idleMs = 0;
  /** Whether it carried a request to its end before. */
  private isProven = false;
  private isReading = false;
  /** Whether the request under way has not been written yet. */
  private isSettling = false;
  private timeoutMs = 0;

  constructor(options: ConnectionOptions) {
    const { owner, socket, sink } = options;
    this.owner = owner;
    this.openedAt = options.openedAt;
    this.host = options.host;
    this.suspicion = options.suspicion;
    this.socket = socket;
    const read = (bytes: Buffer): void => {
      this.read(bytes);
    };
    sink.read = read;
    this.socket.on('timeout', () => {
      this.fail(new UpstreamError('timeout', 'no answer in time'));
    });
    this.socket.on('error', (error) => {
      this.broke(error);
    });
    this.socket.on('close', () => {
      this.closed();
    });
  }

  /** Whether it can carry a request, as far as is known here: the peer may be about to close it. */
  get isUsable(): boolean {
    return this.socket.writable && this.socket.readable;
  }

  /** Sends a request. There must be none under way. */
  carry(call: WireCall): void {
    this.call = call;
    call.carrier = this;
    this.parser.reset();
    this.setTimeout(call.request.timeoutMs);
    this.write(call.request);
  }

  /**
   * The same, where what the peer sent behind its last answer, or its end, may be there or on its way: it is read first, so that it is not
   * taken for an answer to this request, and the request is not lost. The event loop looks for new input between two immediates.
   */
  carryLater(call: WireCall): void {
    this.call = call;
    call.carrier = this;
    this.isSettling = true;
    setImmediate(() => {
      setImmediate(() => {
        this.isSettling = false;
        if (this.call !== call) return;
        if (this.isUsable) this.carry(call);
        else this.handOver(call);
      });
    });
  }

  /** Cuts it. Whoever waits for an answer hears of an error. */
  destroy(): void {
    this.socket.destroy();
  }

  /** Ends a call; its receiver hears no more. While bytes are read, the connection is kept if they hold the answer's end. */
  cancel(call: WireCall): void {
    if (this.call !== call) return;
    this.call = undefined;
    if (!this.isReading) this.socket.destroy();
  }

  /** Stops reading; a receiver that is slow is not the provider's fault, so that the time stands still. */
  pause(call: WireCall): void {
    if (this.call !== call) return;
    this.setTimeout(0);
    this.socket.pause();
  }

  resume(call: WireCall): void {
    if (this.call !== call) return;
    this.setTimeout(call.request.timeoutMs);
    this.socket.resume();
  }

  onHead({ status, headers, idleMs }: AnswerHead): void {
    this.idleMs = idleMs;
    this.call?.receiver.onStart(status, headers);
  }

  onBody(bytes: Buffer): void {
    this.call?.receiver.onData(bytes);
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
    const { call } = this;
    if (!call || this.isSettling) {
      this.takeUnasked(call);
      return;
    }
    this.isReading = true;
    try {
      this.parser.push(bytes);
    } catch (error) {
      if (this.call === call) {
        this.fail(toUpstreamError(error));
        return;
      }
      this.socket.destroy();
      if (error instanceof ProtocolError) return;
      throw error;
    } finally {
      this.isReading = false;
    }
    if (this.call !== call) this.release();
    else if (this.parser.isDone) this.finish(call);
  }

  /** The connection is given back first: what follows in the receiver may want it. */
  private finish({ receiver }: WireCall): void {
    this.call = undefined;
    this.release();
    try {
      receiver.onEnd();
    } catch (error) {
      receiver.onError(toUpstreamError(error));
    }
  }

  /** Gives the connection back where it can carry another request. */
  private release(): void {
    const { parser, socket } = this;
    if (this.idleMs > 0 && parser.isDone && !parser.hasExcess && socket.writableLength === 0) {
      this.isProven = true;
      if (socket.isPaused()) socket.resume();
      this.owner.onIdle(this, this.idleMs);
    } else {
      socket.destroy();
    }
  }

  /** Nobody asked: what comes next could be taken for the answer to somebody's request. */
  private takeUnasked(call: WireCall | undefined): void {
    this.owner.onUnasked();
    this.socket.destroy();
    if (call) this.handOver(call);
  }

  /** Another connection carries it: the peer cannot have served it. */
  private handOver(call: WireCall): void {
    this.call = undefined;
    this.owner.onUnsent(call);
  }

  private broke(error: Error): void {
    const { call } = this;
    const isUnread = this.isSettling || (!this.parser.hasBegun && isOfWrite(error));
    if (call && this.isProven && isUnread) {
      this.handOver(call);
    } else {
      this.fail(networkError(error, this.host));
    }
  }

  private fail(error: UpstreamError): void {
    const { call } = this;
    this.call = undefined;
    this.socket.destroy();
    call?.receiver.onError(error);
  }

  private closed(): void {
    this.owner.onClosed(this);
    if (!this.call) return;
    if (this.isSettling) this.handOver(this.call);
    else if (this.parser.close()) this.finish(this.call);
    else this.fail(new UpstreamError('connection', this.closedEarly()));
  }

  private closedEarly(): string {
    const isUnheard = !this.isProven && !this.parser.hasBegun;
    return isUnheard && this.suspicion !== undefined
      ? `closed before the answer began: ${this.suspicion}`
      : 'closed before the end of the answer';
  }

  private setTimeout(ms: number): void {
    if (ms === this.timeoutMs) return;
    this.timeoutMs = ms;
    this.socket.setTimeout(ms);
  }
}

/** The system did not take the last bytes of the request: it is not complete on the other side. */
const isOfWrite = (error: Error): boolean => (error as NodeJS.ErrnoException).syscall === 'write';

/** What went wrong while an answer was read: it is none, or its receiver threw. */
const toUpstreamError = (error: unknown): UpstreamError =>
  error instanceof ProtocolError
    ? new UpstreamError('connection', `no proper answer: ${error.message}`, error)
    : new UpstreamError('fault', 'the answer could not be taken', error);
