import type { AnswerEvent } from '../../formats/conversation/answer-event.ts';
import {
  Undecodable,
  type AnswerDecoder,
  type AnswerEncoder,
  type ClientFormat,
  type VendorFormat,
} from '../../formats/format.ts';
import { EventSplitter } from '../../protocols/event-stream/event-splitter.ts';
import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from '../upstream/provider-client.ts';

/** No answer that is read at once is larger. */
const LARGEST_DOCUMENT = 32 * 1_048_576;
/** No error needs more words. */
const LARGEST_FAULT = 65_536;

export interface TranslatedCallOptions {
  readonly decoder: AnswerDecoder;
  readonly encoder: AnswerEncoder;
  readonly client: ClientFormat;
  readonly vendor: VendorFormat;
  readonly receiver: UpstreamReceiver;
  /** Whether the client asked for a stream. */
  readonly stream: boolean;
  readonly dropped: readonly string[];
}

/** A request whose answer is translated as it comes: it hears the provider, and tells its receiver the same in the client's API. */
export class TranslatedCall implements UpstreamCall, UpstreamReceiver {
  dropped: readonly string[];
  private readonly options: TranslatedCallOptions;
  private readonly events = new EventSplitter();
  private call: UpstreamCall | undefined;
  private status = 0;
  /** Of a document, or of an error. */
  private pieces: Buffer[] = [];
  private size = 0;
  /** Whether the receiver has heard the last of it. */
  private isOver = false;
  /** Whether the stream said that its answer is over. */
  private hasEnded = false;

  constructor(options: TranslatedCallOptions) {
    this.options = options;
    this.dropped = options.dropped;
  }

  /** The request was sent. */
  begin(call: UpstreamCall): void {
    this.call = call;
    this.dropped = [...this.dropped, ...(call.dropped ?? [])];
    if (this.isOver) call.cancel();
  }

  pause(): void {
    this.call?.pause();
  }

  resume(): void {
    this.call?.resume();
  }

  cancel(): void {
    this.isOver = true;
    this.call?.cancel();
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    const { stream, receiver } = this.options;
    this.status = status;
    if (this.isFault) {
      receiver.onStart(status, { ...headers, 'content-type': 'application/json' });
      return;
    }
    const encoding = headers['content-encoding'] ?? 'identity';
    const isStream = /^text\/event-stream/i.test(String(headers['content-type'] ?? ''));
    if (encoding !== 'identity') this.fail(`the answer is encoded as ${String(encoding)}`);
    else if (isStream !== stream)
      this.fail(isStream ? 'the answer is a stream' : 'the answer is no stream');
    else
      receiver.onStart(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
  }

  onData(chunk: Buffer): void {
    if (this.isOver) return;
    if (this.isFault) this.keep(chunk, LARGEST_FAULT);
    else if (!this.options.stream) this.take(chunk);
    else this.decoded(() => this.stream(chunk));
  }

  onEnd(): void {
    if (this.isOver) return;
    if (this.isFault) this.endFault();
    else if (this.options.stream) this.decoded(() => this.endStream());
    else this.decoded(() => this.endDocument());
    this.over();
  }

  onError(error: UpstreamError): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.receiver.onError(error);
  }

  private get isFault(): boolean {
    return this.status >= 400;
  }

  private keep(chunk: Buffer, most: number): void {
    if (this.size < most) this.pieces.push(Buffer.from(chunk));
    this.size += chunk.length;
  }

  private take(chunk: Buffer): void {
    this.keep(chunk, LARGEST_DOCUMENT);
    if (this.size > LARGEST_DOCUMENT) this.fail('the answer is too large');
  }

  private endFault(): void {
    const { vendor, client, receiver } = this.options;
    const fault = vendor.readFault(Buffer.concat(this.pieces), this.status);
    receiver.onData(client.writeFault(fault, this.status));
  }

  private endDocument(): void {
    const { decoder, encoder, receiver } = this.options;
    receiver.onData(encoder.document(decoder.document(Buffer.concat(this.pieces))));
  }

  private stream(chunk: Buffer): void {
    const { events } = this;
    let written = '';
    events.begin(chunk);
    while (events.next() !== -1) written += this.written();
    if (events.problem !== undefined) throw new Undecodable(events.problem);
    this.tell(written);
  }

  private endStream(): void {
    const { events } = this;
    const { decoder } = this.options;
    let written = events.finish() ? this.written() : '';
    if (!this.hasEnded) written += this.encoded(decoder.end());
    this.tell(written);
  }

  /** The event that was read last, in the client's API. */
  private written(): string {
    const { data, name } = this.events;
    return data && !this.hasEnded ? this.encoded(this.options.decoder.event(name, data)) : '';
  }

  /**
   * The end is told with what came before it, and what comes behind it is not told. An error ends the stream, and the receiver is told no end of its
   * answer.
   */
  private encoded(steps: readonly AnswerEvent[]): string {
    const { encoder } = this.options;
    this.hasEnded ||= steps.some(({ kind }) => kind === 'end');
    const written = encoder.push(steps);
    return this.hasEnded ? written + encoder.end() : written;
  }

  private tell(written: string): void {
    if (written !== '') this.options.receiver.onData(Buffer.from(written));
  }

  /** Does what may find that the provider sends no answer of its API. */
  private decoded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error;
      this.fail(error.message);
    }
  }

  private fail(message: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.call?.cancel();
    this.options.receiver.onError(new UpstreamError('connection', message));
  }

  private over(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.receiver.onEnd();
  }
}
