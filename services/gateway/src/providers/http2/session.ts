import { connect, constants, type ClientHttp2Session, type Settings } from 'node:http2';
import type { Socket } from 'node:net';
import type { WireCall } from '../http1/wire-call.ts';
import { networkError } from '../dial/network-error.ts';
import { UpstreamError } from '../upstream/provider-client.ts';
import { RequestStream } from './request-stream.ts';

/** Whoever keeps sessions. */
export interface SessionOwner {
  /** The peer said how much it takes: from now on there is room. */
  onReady(): void;
  /** It takes no further request, or is gone. */
  onClosing(session: Session): void;
  /** One of its streams is over: there is room for another. */
  onRoom(): void;
  /** The peer said that it has not looked at the request (RFC 9113, 8.7): another session may carry it. */
  onRefused(call: WireCall): void;
}

export interface SessionOptions {
  readonly owner: SessionOwner;
  readonly origin: URL;
  /** Open, and agreed on HTTP/2. */
  readonly socket: Socket;
  /** Monotonic milliseconds. */
  readonly openedAt: number;
  /** Milliseconds in which the peer has to say how much it takes, as the first that it says. */
  readonly readyWithinMs: number;
}

/** Streams at a time, where the peer takes more. */
const MOST_STREAMS = 100;
/** What an answer may be ahead of whoever reads it, for each stream and for all of a session. */
const STREAM_WINDOW_BYTES = 262_144;
const SESSION_WINDOW_BYTES = 4_194_304;
/** One that carries nothing for so long is closed: what is between here and there may have forgotten it. */
const IDLE_MS = 30_000;

/** A connection that carries many requests at a time. */
export class Session {
  readonly openedAt: number;
  private readonly owner: SessionOwner;
  private readonly origin: URL;
  private readonly http2: ClientHttp2Session;
  private readonly streams = new Set<RequestStream>();
  /** None, until the peer said what it takes: what is beyond that would be refused. */
  private most = 0;
  private isClosing = false;
  private error: UpstreamError | undefined;

  constructor({ owner, origin, socket, openedAt, readyWithinMs }: SessionOptions) {
    this.owner = owner;
    this.origin = origin;
    this.openedAt = openedAt;
    this.http2 = connect(origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
    });
    this.http2.setTimeout(IDLE_MS, () => {
      if (this.streams.size === 0) this.close();
    });
    const late = setTimeout(() => {
      this.error = new UpstreamError(
        'timeout',
        `no connection: ${origin.host} did not say what it takes`,
      );
      this.destroy();
    }, readyWithinMs);
    this.http2
      .on('connect', () => {
        this.http2.setLocalWindowSize(SESSION_WINDOW_BYTES);
      })
      .on('remoteSettings', ({ maxConcurrentStreams = MOST_STREAMS }: Settings) => {
        const isFirst = this.most === 0;
        this.most = Math.min(Math.max(1, maxConcurrentStreams), MOST_STREAMS);
        clearTimeout(late);
        if (isFirst) owner.onReady();
      })
      .on('goaway', () => {
        this.closing();
      })
      .on('error', (error: Error) => {
        this.error = networkError(error, origin.host);
      })
      .on('close', () => {
        clearTimeout(late);
        this.closing();
      });
  }

  /** Whether it takes another request now. */
  get hasRoom(): boolean {
    const { isClosing, http2, streams, most } = this;
    return !isClosing && !http2.closed && !http2.destroyed && streams.size < most;
  }

  /** Why it carries nothing, where it never was ready; undefined where it was. */
  get whyNeverReady(): UpstreamError | undefined {
    if (this.most > 0) return undefined;
    return this.error ?? new UpstreamError('connection', 'closed before it took a request');
  }

  /** How many requests it carries. */
  get load(): number {
    return this.streams.size;
  }

  /** Sends a request. There must be room. One that cannot be begun fails, and takes nothing else along. */
  carry(call: WireCall): void {
    try {
      this.streams.add(this.streamFor(call));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failSoon(call, error);
    }
  }

  private streamFor(call: WireCall): RequestStream {
    const stream = new RequestStream({
      call,
      http2: this.http2,
      scheme: this.origin.protocol.slice(0, -1),
      ended: (ending) => {
        this.streams.delete(stream);
        if (ending === 'refused') {
          this.most = Math.max(1, this.streams.size);
          this.owner.onRefused(call);
        }
        // A peer that answers nothing may be gone, and its connection with it.
        if (ending === 'timeout') this.close();
        this.owner.onRoom();
      },
      whyBroken: () => this.error,
    });
    return stream;
  }

  /** Takes no more, and ends with its last stream. */
  close(): void {
    this.closing();
    this.http2.close();
  }

  /** Cuts it. Whoever waits for an answer hears of an error. */
  destroy(): void {
    this.http2.destroy(undefined, constants.NGHTTP2_CANCEL);
  }

  private closing(): void {
    if (this.isClosing) return;
    this.isClosing = true;
    this.owner.onClosing(this);
  }
}

/** Tells the receiver after its request was handed back, unless it is cancelled before. */
function failSoon(call: WireCall, error: Error): void {
  const why = `the request could not be begun over HTTP/2: ${error.message}`;
  let isCancelled = false;
  call.carrier = {
    pause: () => undefined,
    resume: () => undefined,
    cancel: () => {
      isCancelled = true;
    },
  };
  queueMicrotask(() => {
    if (!isCancelled) call.receiver.onError(new UpstreamError('connection', why, error));
  });
}
