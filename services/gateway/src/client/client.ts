import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** Takes a body as it comes. */
export interface BodySink {
  add(chunk: Buffer): void;
  /** There is no more. */
  end(): void;
}

/** What is read of a client's request: of one of node:http, and of one that the fast lane has read. */
export interface ClientRequest extends Pick<EventEmitter, 'once'> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly destroyed: boolean;
  /** Bytes of the body that came and that nobody took. */
  readonly readableLength: number;
  /** Cuts the connection. */
  destroy(): unknown;
}

/** A request that hands its body to a sink, where it gets one in the turn in which it came. */
export interface CollectableRequest extends ClientRequest {
  sink: BodySink | undefined;
}

/** What is done with the answer to a client's request; all as of a ServerResponse of node:http. */
export interface ClientResponse extends Pick<
  EventEmitter,
  'on' | 'once' | 'off' | 'prependOnceListener' | 'listenerCount'
> {
  readonly socket: Pick<Socket, 'setTimeout'> | null;
  readonly headersSent: boolean;
  readonly statusCode: number;
  readonly writableFinished: boolean;
  /** Bytes that the system has not taken yet. */
  readonly writableLength: number;
  /** `headers` is a flat list. */
  writeHead(status: number, headers: string[]): unknown;
  write(chunk: Buffer): boolean;
  end(chunk?: Buffer | string): unknown;
  end(chunk: string, encoding: 'latin1'): unknown;
  addTrailers(trailers: Record<string, string>): void;
  destroy(): unknown;
}
