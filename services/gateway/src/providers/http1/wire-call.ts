import type { Dial, DialListener } from '../dial/dial.ts';
import type { UpstreamCall, UpstreamReceiver } from '../upstream/provider-client.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  /** With the blank line that ends it. Latin-1. */
  readonly head: string;
  readonly body: Buffer;
  /** Milliseconds in which a new connection has to be there, where one is needed. */
  readonly connectTimeoutMs: number;
  /** Milliseconds to wait for the first byte, and between two reads. */
  readonly timeoutMs: number;
}

/** Connections to one origin. */
export interface RequestPool {
  /** Sends a request, over a connection that is there or a new one. */
  send(request: WireRequest, receiver: UpstreamReceiver): UpstreamCall;
  /** Opens a connection of HTTP/1.1 that is the listener's own: no request of others goes over it. */
  dialSocket(timeoutMs: number, listener: DialListener): Dial;
  /** Cuts every connection that carries requests; whoever waits hears of an error. */
  destroy(): void;
}

/** What a request goes over. It ignores calls that are not its own any more. */
export interface Carrier {
  pause(call: WireCall): void;
  resume(call: WireCall): void;
  cancel(call: WireCall): void;
}

/** One request on a connection, with whoever hears of its answer. */
export class WireCall implements UpstreamCall {
  readonly request: WireRequest;
  readonly receiver: UpstreamReceiver;
  /** Who carries it; undefined until somebody does. */
  carrier: Carrier | undefined;

  constructor(request: WireRequest, receiver: UpstreamReceiver) {
    this.request = request;
    this.receiver = receiver;
  }

  pause(): void {
    this.carrier?.pause(this);
  }

  resume(): void {
    this.carrier?.resume(this);
  }

  cancel(): void {
    this.carrier?.cancel(this);
  }
}

/** Who stands at an address that a provider's client asks: the vendor, or whoever gives out tokens for it, to whom the provider's certificates are not shown. */
export type PoolOf = 'vendor' | 'tokens';

/** Connections to an address; by default the vendor's. */
export type PoolTo = (origin: string, of?: PoolOf) => RequestPool;
