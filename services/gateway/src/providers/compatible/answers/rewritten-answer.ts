import { EventSplitter } from '@aicp/gateway/protocols/event-stream/event-splitter';
import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from '../../upstream/provider-client.ts';

/** No answer that is read at once is larger. */
const LARGEST_DOCUMENT = 32 * 1_048_576;

/** Writes a document, or the chunk of a stream, anew; the very same bytes where nothing has to change. */
export type Rewrite = (json: Buffer) => Buffer;

/** Hears a vendor whose answers are no answers of OpenAI's in some member, and tells its receiver what `rewrite` makes of them. Errors go on as they are. */
export class RewrittenAnswer implements UpstreamReceiver {
  private readonly receiver: UpstreamReceiver;
  private readonly isStream: boolean;
  private readonly rewrite: Rewrite;
  private readonly events = new EventSplitter();
  private readonly pieces: Buffer[] = [];
  private size = 0;
  private isFault = false;
  private isOver = false;
  /** The request under way. */
  call: UpstreamCall | undefined;

  constructor(
    receiver: UpstreamReceiver,
    { isStream, rewrite }: { readonly isStream: boolean; readonly rewrite: Rewrite },
  ) {
    this.receiver = receiver;
    this.isStream = isStream;
    this.rewrite = rewrite;
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.isFault = status >= 400;
    this.receiver.onStart(status, headers);
  }

  onData(chunk: Buffer): void {
    if (this.isOver) return;
    if (this.isFault) this.receiver.onData(chunk);
    else if (this.isStream) this.stream(chunk);
    else this.keep(chunk);
  }

  onEnd(): void {
    if (this.isOver) return;
    this.isOver = true;
    const rest = this.isFault ? Buffer.alloc(0) : this.rest();
    if (rest.length > 0) this.receiver.onData(rest);
    this.receiver.onEnd();
  }

  onError(error: UpstreamError): void {
    if (this.isOver) return;
    this.isOver = true;
    this.receiver.onError(error);
  }

  private keep(chunk: Buffer): void {
    this.pieces.push(Buffer.from(chunk));
    this.size += chunk.length;
    if (this.size > LARGEST_DOCUMENT) this.fail('the answer is too large');
  }

  private stream(chunk: Buffer): void {
    const { events } = this;
    let from = events.begin(chunk);
    const out = [chunk.subarray(0, from)];
    let end = events.next();
    while (end !== -1) {
      out.push(this.written(events.whole ?? chunk.subarray(from, end)));
      from = end;
      end = events.next();
    }
    const bytes = Buffer.concat(out);
    if (bytes.length > 0) this.receiver.onData(bytes);
    if (events.problem !== undefined) this.fail(events.problem);
  }

  private rest(): Buffer {
    const { events } = this;
    if (!this.isStream) return this.rewrite(Buffer.concat(this.pieces));
    return events.finish() && events.whole ? this.written(events.whole) : Buffer.alloc(0);
  }

  /** The event that was read last, as it goes on. */
  private written(event: Buffer): Buffer {
    const { data } = this.events;
    const text = data && this.rewrite(data);
    return text === data || !text ? event : Buffer.from(`data: ${text.toString()}\n\n`);
  }

  private fail(message: string): void {
    this.call?.cancel();
    this.onError(new UpstreamError('connection', message));
  }
}
