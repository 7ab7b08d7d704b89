import type { IncomingMessage } from 'node:http';

/** An answer, or an event of it, is longer than is taken. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** There is no memory left for an answer. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** The whole of an answer. `take`: asked for each piece, and false where there is no memory for it. Throws AnswerTooLong and NoRoom, and ends the request then. */
export async function wholeOf(
  answer: IncomingMessage,
  { limit, take }: { readonly limit: number; readonly take: (bytes: number) => boolean },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new AnswerTooLong();
    if (!take(chunk.length)) throw new NoRoom();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bounds of a stream, in bytes. */
export interface StreamBounds {
  readonly event: number;
  readonly all: number;
}

/** The data of each event of a stream, as it comes. Throws AnswerTooLong where an event, or all of it, is beyond its bound. */
export async function* eventsOf(
  answer: AsyncIterable<Buffer>,
  { event, all }: StreamBounds,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = new EventReader();
  let length = 0;
  for await (const chunk of answer) {
    length += chunk.length;
    yield* reader.read(decoder.decode(chunk, { stream: true }));
    if (length > all || reader.held > event) throw new AnswerTooLong();
  }
}

const LINE_END = /\r\n|\n|\r/;

/** Puts the lines of a stream together to events. */
class EventReader {
  private rest = '';
  private data: string[] = [];
  private dataLength = 0;

  /** Characters of what is not whole yet. */
  get held(): number {
    return this.rest.length + this.dataLength;
  }

  /** The data of the events that end in this piece of the text. */
  read(piece: string): string[] {
    return this.linesOf(piece).flatMap((line) => this.take(line));
  }

  private linesOf(piece: string): string[] {
    const text = this.rest + piece;
    // The end of a line may be cut: what follows is waited for.
    const isCut = text.endsWith('\r');
    const lines = (isCut ? text.slice(0, -1) : text).split(LINE_END);
    this.rest = `${lines.pop() ?? ''}${isCut ? '\r' : ''}`;
    return lines;
  }

  private take(line: string): string[] {
    if (line.startsWith('data:')) {
      this.data.push(line.slice(line.startsWith('data: ') ? 'data: '.length : 'data:'.length));
      this.dataLength += line.length;
    }
    if (line !== '' || this.data.length === 0) return [];
    const event = this.data.join('\n');
    this.data = [];
    this.dataLength = 0;
    return [event];
  }
}
