import type {
  UpstreamCall,
  UpstreamError,
  UpstreamHeaders,
  UpstreamReceiver,
} from '../../providers/provider-client.ts';
import { ChatStream } from '../../protocols/openai/chat-stream.ts';
import type { Exchange } from '../exchange.ts';
import type { Ending } from '../ending.ts';
import { kindOfStatus, retryAfterMs, type Failure } from './failure.ts';
import { Relay } from './relay.ts';

/** An answer that is no stream is held in memory, so that it can still be had elsewhere if it breaks off. */
const LARGEST_DOCUMENT = 32 * 1_048_576;

export interface AttemptOptions {
  readonly exchange: Exchange;
  /** The answer is over, well or not. */
  readonly onEnding: (ending: Ending) => void;
  /** Nothing has reached the client, and another may try. */
  readonly onFailure: (failure: Failure) => void;
}

/** One request to one provider, from its first byte to its last. */
export class Attempt implements UpstreamReceiver {
  private readonly options: AttemptOptions;
  private readonly chunks: Buffer[] = [];
  private call: UpstreamCall | undefined;
  private size = 0;
  private status = 0;
  private headers: UpstreamHeaders = {};
  private relay: Relay | undefined;

  constructor(options: AttemptOptions) {
    this.options = options;
  }

  /** Sends it. */
  begin(send: (receiver: UpstreamReceiver) => UpstreamCall): void {
    this.call = send(this);
  }

  /** The client is gone: ends the call, and answers the stream that it had some of. */
  cancel(): ChatStream | undefined {
    this.call?.cancel();
    return this.relay?.stream;
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    this.headers = headers;
    if (kindOfStatus(status) !== 'answer' || !isEventStream(headers)) return;
    const { exchange } = this.options;
    const stream = new ChatStream({ stripUsage: !exchange.chat.wantsUsage });
    this.relay = new Relay({ exchange, stream, contentType: contentTypeOf(headers) });
  }

  onData(chunk: Buffer): void {
    if (this.relay) {
      if (this.call) this.relay.push(chunk, this.call);
      return;
    }
    this.size += chunk.length;
    if (this.size <= LARGEST_DOCUMENT) {
      this.chunks.push(chunk);
      return;
    }
    this.call?.cancel();
    this.options.onFailure({ kind: 'unexpected', detail: 'the answer is too large' });
  }

  onEnd(): void {
    this.options.exchange.answeredAt = this.options.exchange.gateway.clock.monotonic();
    if (this.relay) this.endStream(this.relay);
    else this.endDocument();
  }

  onError(error: UpstreamError): void {
    const { exchange, onEnding, onFailure } = this.options;
    exchange.answeredAt = exchange.gateway.clock.monotonic();
    if (this.relay?.hasBegun) {
      onEnding({
        kind: this.relay.stream.finished ? 'streamed' : 'broken',
        stream: this.relay.stream,
      });
    } else {
      onFailure({ kind: error.kind, detail: error.message });
    }
  }

  private endStream(relay: Relay): void {
    const { onEnding, onFailure } = this.options;
    relay.end();
    const { stream } = relay;
    if (!relay.hasBegun) onFailure({ kind: 'unexpected', detail: 'the stream was empty' });
    else if (stream.failed || !stream.finished) onEnding({ kind: 'broken', stream });
    else onEnding({ kind: 'streamed', stream });
  }

  private endDocument(): void {
    const { exchange, onEnding, onFailure } = this.options;
    const { status, headers } = this;
    const kind = kindOfStatus(status);
    const [first] = this.chunks;
    const body = first && this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
    if (kind === 'answer') {
      const encoding = headers['content-encoding'];
      onEnding({
        kind: 'document',
        status,
        contentType: contentTypeOf(headers),
        encoding: typeof encoding === 'string' ? encoding : undefined,
        body,
      });
    } else if (kind === 'rejected') {
      onEnding({ kind: 'rejected', status, body });
    } else {
      const now = exchange.gateway.clock.now();
      const detail = `the provider answered ${status}`;
      onFailure({ kind, detail, retryAfterMs: retryAfterMs(headers, now) });
    }
  }
}

const isEventStream = (headers: UpstreamHeaders): boolean =>
  contentTypeOf(headers).startsWith('text/event-stream');

function contentTypeOf(headers: UpstreamHeaders): string {
  const type = headers['content-type'];
  return typeof type === 'string' ? type : 'application/json';
}
