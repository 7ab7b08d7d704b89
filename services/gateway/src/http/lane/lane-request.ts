import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { BodySink, CollectableRequest } from '../../client/client.ts';
import type { PlainHead } from './request-head.ts';

/** A request that the lane has read. It closes when its answer is over, or its connection is closed. */
export class LaneRequest extends EventEmitter implements CollectableRequest {
  readonly method = 'POST';
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly readableLength = 0;
  sink: BodySink | undefined;
  /** Bytes of the body that are still to come. */
  missing: number;
  private readonly socket: Socket;

  constructor(socket: Socket, { target, headers, bodyLength }: PlainHead) {
    super();
    this.socket = socket;
    this.url = target;
    this.headers = headers;
    this.missing = bodyLength;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Hands on a piece of the body, which is no longer than what is missing. */
  take(piece: Buffer): void {
    const { sink } = this;
    this.missing -= piece.length;
    sink?.add(piece);
    if (this.missing > 0) return;
    this.sink = undefined;
    sink?.end();
  }
}
