import type { Socket } from 'node:net';
import type { ClientResponse, CollectableRequest } from '../../client/client.ts';
import type { Listed } from '../../memory/unordered.ts';
import { discardBody } from '../../pipeline/collect-body.ts';
import { BytesAhead, partOf } from './bytes-ahead.ts';
import { LaneRequest } from './lane-request.ts';
import { LaneResponse, type AnswerLine } from './lane-response.ts';
import { plainHead } from './request-head.ts';

/** Who answers plain requests, by what they ask for. Whoever answers does not throw. */
export type LaneRoute = (request: CollectableRequest, response: ClientResponse) => void;
export type LaneRoutes = Pick<ReadonlyMap<string, LaneRoute>, 'has' | 'get'>;

/** What a connection needs of the lane. */
export interface LaneOwner {
  readonly routes: LaneRoutes;
  /** Whether clients are told to come back elsewhere. */
  readonly isClosing: boolean;
  /** What all connections hold of requests that came ahead. */
  aheadBytes: number;
  /** The time, as HTTP writes it. */
  date(): string;
  /** Milliseconds. */
  monotonic(): number;
  /** Has node:http serve the connection from now on; `begun` is what of it nobody has answered. */
  handOver(connection: LaneConnection, begun: Buffer): void;
  /** The connection is closed. */
  remove(connection: LaneConnection): void;
}

/** So much of the next requests may come before a request is answered; then the client has to wait, and that it leaves is not heard behind what it sent. */
const AHEAD_BYTES = 262_144;
/** The same of all connections together. */
const ALL_AHEAD_BYTES = 16_777_216;

/** One connection, as long as all its requests are plain. They are served one after the other, however many a client sends ahead. */
export class LaneConnection implements AnswerLine, Listed {
  readonly socket: Socket;
  readonly onSent: (error?: Error | null) => void;
  place = -1;
  /** Since when nobody waits for an answer on it, monotonic milliseconds; infinite while somebody does. */
  idleSince: number;
  private readonly owner: LaneOwner;
  private readonly listeners: readonly (readonly [event: string, listener: () => void])[];
  private request: LaneRequest | undefined;
  private response: LaneResponse | undefined;
  /** What came before its turn. */
  private readonly ahead = new BytesAhead();

  constructor(socket: Socket, owner: LaneOwner) {
    this.socket = socket;
    this.owner = owner;
    this.idleSince = owner.monotonic();
    this.onSent = this.sent.bind(this);
    this.listeners = [
      ['data', this.hear.bind(this) as () => void],
      ['end', this.ended.bind(this)],
      ['close', this.closed.bind(this)],
      ['timeout', this.stalled.bind(this)],
      ['drain', this.drained.bind(this)],
      // `close` follows.
      ['error', () => undefined],
    ];
    for (const [event, listener] of this.listeners) socket.on(event, listener);
  }

  get isLast(): boolean {
    return this.owner.isClosing;
  }

  /** Whether no request is under way, nor the rest of one that has its answer. */
  get isIdle(): boolean {
    return this.request === undefined && this.ahead.length === 0;
  }

  date(): string {
    return this.owner.date();
  }

  /** The socket is somebody else's from now on. */
  letGo(): void {
    for (const [event, listener] of this.listeners) this.socket.off(event, listener);
  }

  private hear(chunk: Buffer): void {
    const { request } = this;
    if (request && request.missing > 0) this.feed(request, chunk);
    else if (request || this.ahead.length > 0) this.keep(chunk);
    else this.begin(chunk);
  }

  private begin(chunk: Buffer): void {
    const { routes } = this.owner;
    const head = plainHead(chunk, routes);
    const route = head && routes.get(head.target);
    if (!route) {
      this.owner.handOver(this, chunk);
      return;
    }
    const request = new LaneRequest(this.socket, head);
    const response = new LaneResponse(this);
    this.request = request;
    this.response = response;
    this.idleSince = Infinity;
    route(request, response);
    // Of who is refused by their key, nobody wants the body.
    if (!request.sink) discardBody(request);
    if (head.end < chunk.length) this.feed(request, chunk.subarray(head.end));
  }

  private feed(request: LaneRequest, chunk: Buffer): void {
    const { response } = this;
    const { missing } = request;
    if (chunk.length > missing) this.keep(chunk.subarray(missing));
    request.take(chunk.length > missing ? partOf(chunk.subarray(0, missing)) : chunk);
    if (response?.writableFinished === true && request.missing === 0) this.conclude(response);
  }

  private keep(chunk: Buffer): void {
    const { owner } = this;
    this.ahead.add(chunk);
    owner.aheadBytes += chunk.length;
    const isFull = owner.aheadBytes > ALL_AHEAD_BYTES;
    if (isFull || this.ahead.length > AHEAD_BYTES) this.socket.pause();
  }

  /** The system has the last byte of the answer. */
  private sent(error?: Error | null): void {
    const { request, response, socket } = this;
    if (error || !request || !response) return;
    response.finish();
    request.emit('close');
    // In a drain, a reset by the rest of the body could overtake the answer.
    if (request.missing === 0 || (response.isLast && !this.owner.isClosing)) {
      this.conclude(response);
      return;
    }
    // The rest of a body that nobody wants has to come in time.
    this.idleSince = this.owner.monotonic();
    if (response.isLast) socket.end();
  }

  private conclude({ isLast }: LaneResponse): void {
    // Also where the client leaves its end open.
    if (isLast) this.socket.destroySoon();
    else this.turnToNext();
  }

  private turnToNext(): void {
    this.request = undefined;
    this.response = undefined;
    if (this.ahead.length > 0) setImmediate(this.goOn.bind(this));
    else this.idleSince = this.owner.monotonic();
  }

  private goOn(): void {
    const { socket } = this;
    const ahead = this.takeAhead();
    if (socket.destroyed || !ahead) return;
    socket.resume();
    this.begin(ahead);
  }

  private takeAhead(): Buffer | undefined {
    this.owner.aheadBytes -= this.ahead.length;
    return this.ahead.take();
  }

  /** Node's servers close a connection whose client will not send any more, also where an answer is due. */
  private ended(): void {
    this.socket.end();
  }

  private closed(): void {
    this.owner.remove(this);
    this.takeAhead();
    const { request, response } = this;
    this.request = undefined;
    this.response = undefined;
    if (!request || !response || response.writableFinished) return;
    response.emit('close');
    request.emit('close');
  }

  /** The client reads nothing of what was written: who wrote it has set the time. */
  private stalled(): void {
    this.socket.destroy();
  }

  private drained(): void {
    this.response?.emit('drain');
  }
}
