import { ChatStream } from '../../protocols/openai/chat-stream.ts';
import type { UpstreamError } from '../../providers/provider-client.ts';
import type { Exchange } from '../exchange.ts';
import { addHeaders, COST_HEADER } from '../response-headers.ts';
import type { AnswerOwner, AnswerReader } from './answer-reader.ts';
import { ClientWriter } from './client-writer.ts';

/** What comes before the first content is held back up to this size. */
const MOST_HELD = 65_536;

/**
 * Passes a stream on to the client as it comes, no faster than the client reads. What comes before its first content (roles, comments)
 * is held back until then, so that a stream which brings nothing can still be had elsewhere.
 */
export class StreamReader implements AnswerReader {
  private readonly stream: ChatStream;
  private readonly writer: ClientWriter;
  private readonly exchange: Exchange;
  private readonly owner: AnswerOwner;
  private readonly contentType: string;
  private held: Buffer[] = [];
  private heldSize = 0;
  private begun = false;
  private progress = 0;

  constructor(options: { exchange: Exchange; owner: AnswerOwner; contentType: string }) {
    this.exchange = options.exchange;
    this.owner = options.owner;
    this.contentType = options.contentType;
    this.writer = new ClientWriter(options.exchange, options.owner);
    this.stream = new ChatStream({ stripUsage: !options.exchange.chat.wantsUsage });
  }

  get part(): ChatStream {
    return this.stream;
  }

  push(chunk: Buffer): void {
    const { stream } = this;
    const bytes = stream.push(chunk);
    if (stream.progress !== this.progress) {
      this.progress = stream.progress;
      this.owner.progressed();
      this.begin();
    }
    if (bytes) this.pass(bytes);
    if (stream.failed) this.breakOff(stream.problem);
  }

  end(): void {
    const { stream, owner } = this;
    const rest = stream.end();
    if (!stream.failed && stream.finished) {
      this.begin();
      if (rest) this.pass(rest);
      owner.ended({ kind: 'streamed', stream });
    } else {
      this.breakOff(stream.failed ? stream.problem : 'the stream ended before its answer did');
    }
  }

  broke({ kind, message }: UpstreamError): void {
    const { stream, owner } = this;
    if (stream.finished && !stream.failed) {
      this.begin();
      owner.ended({ kind: 'streamed', stream });
    } else if (this.begun) {
      owner.ended({ kind: 'broken', stream, detail: message });
    } else {
      owner.failed({ kind, detail: message });
    }
  }

  drop(): void {
    this.held = [];
  }

  private breakOff(detail: string): void {
    const { stream, owner } = this;
    if (this.begun) owner.ended({ kind: 'broken', stream, detail });
    else owner.failed({ kind: 'unexpected', detail });
  }

  private pass(bytes: Buffer): void {
    if (this.begun) {
      this.writer.write(bytes);
      return;
    }
    this.held.push(bytes);
    this.heldSize += bytes.length;
    if (this.heldSize > MOST_HELD) this.begin();
  }

  /** From here on the answer is the client's. */
  private begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.writeHead();
    for (const bytes of this.held) this.writer.write(bytes);
    this.held = [];
  }

  private writeHead(): void {
    const { exchange } = this;
    exchange.firstByteAt = exchange.gateway.clock.monotonic();
    const headers = ['content-type', this.contentType, 'cache-control', 'no-cache'];
    addHeaders(headers, exchange, exchange.firstByteAt);
    if (exchange.runtime.settings.costTracking) headers.push('trailer', COST_HEADER);
    exchange.response.writeHead(200, headers);
  }
}
