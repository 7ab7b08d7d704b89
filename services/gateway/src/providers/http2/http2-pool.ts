import type { Socket } from 'node:net';
import { Dialer } from '../dial/dialer.ts';
import { agreedOnHttp2, type Dial, type DialListener } from '../dial/dial.ts';
import type { Sink } from '../dial/sink.ts';
import { ConnectionPool, type ConnectionPoolOptions } from '../http1/connection-pool.ts';
import { WireCall, type RequestPool, type WireRequest } from '../http1/wire-call.ts';
import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamReceiver,
} from '../upstream/provider-client.ts';
import { Session, type SessionOwner } from './session.ts';
import { WaitingCall } from './waiting-call.ts';

/** A session that is older carries no further request, as with connections of HTTP/1.1; and for so long a peer that knows no HTTP/2 is not offered it again. */
const LONGEST_LIFE_MS = 600_000;

/** Sessions of HTTP/2 to one origin, as few as carry its requests; connections of HTTP/1.1 where it does not take HTTP/2. */
export class Http2Pool implements RequestPool, SessionOwner {
  private readonly options: ConnectionPoolOptions;
  private readonly dialer: Dialer;
  private readonly http1: ConnectionPool;
  private readonly sessions = new Set<Session>();
  private readonly waiting = new Set<WaitingCall>();
  /** Requests that were refused unread once. */
  private readonly refused = new WeakSet<WireCall>();
  private dialing: Dial | undefined;
  private http1Until = 0;

  constructor(options: ConnectionPoolOptions) {
    this.options = options;
    this.dialer = new Dialer({ ...options, route: { ...options.route, http2: true } });
    this.http1 = new ConnectionPool(options);
  }

  send(request: WireRequest, receiver: UpstreamReceiver): UpstreamCall {
    if (this.options.clock.monotonic() < this.http1Until) return this.http1.send(request, receiver);
    const call = new WireCall(request, receiver);
    this.place(call);
    return call;
  }

  dialSocket(timeoutMs: number, listener: DialListener): Dial {
    return this.http1.dialSocket(timeoutMs, listener);
  }

  onReady(): void {
    this.dialing = undefined;
    this.flush();
  }

  onClosing(session: Session): void {
    this.sessions.delete(session);
    const why = session.whyNeverReady;
    if (!why) return;
    this.dialing = undefined;
    this.fail(why);
  }

  onRoom(): void {
    this.flush();
  }

  onRefused(call: WireCall): void {
    if (this.refused.has(call)) {
      call.receiver.onError(
        new UpstreamError('connection', 'it refused the request twice, unread'),
      );
      return;
    }
    this.refused.add(call);
    this.place(call);
  }

  /** Cuts every connection; whoever waits hears of an error. */
  destroy(): void {
    this.dialing?.destroy();
    this.fail(new UpstreamError('connection', 'the connections were closed'));
    for (const session of this.sessions) session.destroy();
    this.http1.destroy();
  }

  private place(call: WireCall): void {
    const session = this.withRoom();
    if (session) {
      session.carry(call);
      return;
    }
    const waiting: WaitingCall = new WaitingCall(call, () => {
      this.waiting.delete(waiting);
      if (this.waiting.size > 0) return;
      this.dialing?.destroy();
      this.dialing = undefined;
    });
    this.waiting.add(waiting);
    this.dial(call.request.connectTimeoutMs);
  }

  /** The session with the fewest requests of those that take another; those that are too old take none any more. */
  private withRoom(): Session | undefined {
    const youngest = this.options.clock.monotonic() - LONGEST_LIFE_MS;
    let best: Session | undefined;
    for (const session of this.sessions) {
      if (session.openedAt <= youngest) session.close();
      else if (session.hasRoom && (!best || session.load < best.load)) best = session;
    }
    return best;
  }

  /** One connection at a time is opened: who waits for it may all find room there. */
  private dial(timeoutMs: number): void {
    this.dialing ??= this.dialer.dial(timeoutMs, {
      opened: (socket, sink) => {
        if (agreedOnHttp2(socket)) this.opened(socket, timeoutMs);
        else this.fallBack(socket, sink);
      },
      failed: (error) => {
        this.dialing = undefined;
        this.fail(error);
      },
    });
  }

  private opened(socket: Socket, readyWithinMs: number): void {
    const openedAt = this.options.clock.monotonic();
    const { origin } = this.options.route;
    this.sessions.add(new Session({ owner: this, origin, socket, openedAt, readyWithinMs }));
  }

  private fallBack(socket: Socket, sink: Sink): void {
    this.dialing = undefined;
    this.http1Until = this.options.clock.monotonic() + LONGEST_LIFE_MS;
    const [first, ...others] = this.waiting;
    this.waiting.clear();
    if (first) first.leave((call) => this.http1.adopt(socket, sink, call));
    else socket.destroy();
    for (const other of others) other.leave((call) => this.http1.onUnsent(call));
  }

  private flush(): void {
    for (const waiting of this.waiting) {
      const session = this.withRoom();
      if (!session) {
        this.dial(waiting.call.request.connectTimeoutMs);
        return;
      }
      this.waiting.delete(waiting);
      waiting.leave((call) => session.carry(call));
    }
  }

  private fail(error: UpstreamError): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const { call } of waiting) call.receiver.onError(error);
  }
}
