import type { ServerResponse } from 'node:http';
import type { UpstreamCall } from '../../providers/provider-client.ts';
import type { ChatStream } from '../../protocols/openai/chat-stream.ts';
import type { Exchange } from '../exchange.ts';
import { addHeaders, COST_HEADER } from '../response-headers.ts';

/** Passes a stream on to the client as it comes, no faster than the client reads. */
export class Relay {
  readonly stream: ChatStream;
  private readonly exchange: Exchange;
  private readonly response: ServerResponse;
  private readonly contentType: string;
  private begun = false;
  private isWaiting = false;

  constructor(options: { exchange: Exchange; stream: ChatStream; contentType: string }) {
    this.exchange = options.exchange;
    this.response = options.exchange.response;
    this.stream = options.stream;
    this.contentType = options.contentType;
  }

  /** Whether the client has had a byte of it. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Passes a chunk on. Where the client is slow, the call is paused until it has read what there is. */
  push(chunk: Buffer, call: UpstreamCall): void {
    if (this.exchange.firstByteAt === 0) {
      this.exchange.firstByteAt = this.exchange.gateway.clock.monotonic();
    }
    const bytes = this.stream.push(chunk);
    if (!bytes || this.write(bytes) || this.isWaiting) return;
    this.isWaiting = true;
    call.pause();
    this.response.once('drain', () => {
      this.isWaiting = false;
      call.resume();
    });
  }

  /** Passes on what was held back to the end. */
  end(): void {
    const rest = this.stream.end();
    if (rest) this.write(rest);
  }

  private write(bytes: Buffer): boolean {
    if (!this.begun) {
      this.begun = true;
      this.writeHead();
    }
    return this.response.write(bytes);
  }

  private writeHead(): void {
    const { exchange } = this;
    const headers = ['content-type', this.contentType, 'cache-control', 'no-cache'];
    addHeaders(headers, exchange, exchange.firstByteAt);
    if (exchange.runtime.settings.costTracking) headers.push('trailer', COST_HEADER);
    this.response.writeHead(200, headers);
  }
}
