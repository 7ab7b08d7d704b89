import type {
  ProviderClient,
  UpstreamCall,
  UpstreamError,
  UpstreamHeaders,
  UpstreamReceiver,
  UpstreamRequest,
} from '../../providers/provider-client.ts';
import { ChatStream } from '../../protocols/openai/chat-stream.ts';
import type { Exchange } from '../exchange.ts';
import type { Ending } from '../ending.ts';
import { kindOfStatus, retryAfterMs, type Failure } from './failure.ts';
import { Relay } from './relay.ts';

/** An answer that is no stream is held in memory, so that it can still be had elsewhere if it breaks off. */
const LARGEST_DOCUMENT = 32 * 1_048_576;

/** Who asked for the attempt. */
export interface AttemptOwner {
  /** The answer is over, well or not. */
  ended(ending: Ending): void;
  /** Nothing has reached the client, and another may try. */
  failed(failure: Failure): void;
}

/** One request to one provider, from its first byte to its last. */
export class Attempt implements UpstreamReceiver {
  private readonly exchange: Exchange;
  private readonly owner: AttemptOwner;
  private chunks: Buffer[] = [];
  private call: UpstreamCall | undefined;
  private size = 0;
  private status = 0;
  private headers: UpstreamHeaders = {};
  private relay: Relay | undefined;

  constructor(exchange: Exchange, owner: AttemptOwner) {
    this.exchange = exchange;
    this.owner = owner;
  }

  /** Sends it. */
  begin(client: ProviderClient, request: UpstreamRequest): void {
    this.call = client.send(request, this);
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
    const { exchange } = this;
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
    this.owner.failed({ kind: 'unexpected', detail: 'the answer is too large' });
  }

  onEnd(): void {
    this.exchange.answeredAt = this.exchange.gateway.clock.monotonic();
    if (this.relay) this.endStream(this.relay);
    else this.endDocument();
  }

  onError(error: UpstreamError): void {
    const { exchange, owner, relay } = this;
    const { gateway, requestId } = exchange;
    exchange.answeredAt = gateway.clock.monotonic();
    if (error.kind === 'fault') {
      gateway.log.error({ err: error.cause, request_id: requestId }, 'request_failed');
    }
    if (!relay?.hasBegun) {
      owner.failed({ kind: error.kind, detail: error.message });
      return;
    }
    const { stream } = relay;
    owner.ended({ kind: stream.finished ? 'streamed' : 'broken', stream });
  }

  private endStream(relay: Relay): void {
    const { owner } = this;
    relay.end();
    const { stream } = relay;
    if (!relay.hasBegun) owner.failed({ kind: 'unexpected', detail: 'the stream was empty' });
    else if (stream.failed || !stream.finished) owner.ended({ kind: 'broken', stream });
    else owner.ended({ kind: 'streamed', stream });
  }

  private endDocument(): void {
    const { exchange, owner, status, headers } = this;
    const kind = kindOfStatus(status);
    const [first] = this.chunks;
    const body = first && this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
    this.chunks = [];
    if (kind === 'answer') {
      const contentType = contentTypeOf(headers);
      const encoding = textOf(headers['content-encoding']);
      owner.ended({ kind: 'document', status, contentType, encoding, body });
    } else if (kind === 'rejected') {
      owner.ended({ kind: 'rejected', status, body });
    } else {
      const now = exchange.gateway.clock.now();
      const detail = `the provider answered ${status}`;
      owner.failed({ kind, detail, retryAfterMs: retryAfterMs(headers, now) });
    }
  }
}

const isEventStream = (headers: UpstreamHeaders): boolean =>
  contentTypeOf(headers).startsWith('text/event-stream');

const contentTypeOf = (headers: UpstreamHeaders): string =>
  textOf(headers['content-type']) ?? 'application/json';

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
