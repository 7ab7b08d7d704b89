import { EventSplitter } from '../event-stream/event-splitter.ts';
import type { StreamForm } from '../stream-form.ts';

const BEGIN = Buffer.from('[');
const BETWEEN = Buffer.from('\n,\r\n');
const END = Buffer.from('\n]');

/** A stream of generateContent as Google sends it without `alt=sse`: a JSON list that comes an element at a time. An error is its last element, or its only one. */
export class GeminiList implements StreamForm {
  readonly contentType = 'application/json; charset=UTF-8';
  private readonly splitter = new EventSplitter();
  private hasBegun = false;

  events(events: Buffer): Buffer {
    const { splitter } = this;
    const out: Buffer[] = [];
    splitter.begin(events);
    while (splitter.next() !== -1) this.take(out);
    return Buffer.concat(out);
  }

  end(): Buffer {
    const out: Buffer[] = [];
    if (this.splitter.finish()) this.take(out);
    if (!this.hasBegun) out.push(BEGIN);
    return Buffer.concat([...out, END]);
  }

  whole(body: Buffer): Buffer {
    return Buffer.concat([BEGIN, body, END]);
  }

  /** Comments have no place in a list. */
  private take(out: Buffer[]): void {
    const { data } = this.splitter;
    if (!data) return;
    out.push(this.hasBegun ? BETWEEN : BEGIN, Buffer.from(data));
    this.hasBegun = true;
  }
}
