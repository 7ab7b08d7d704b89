/** Most writes fit in here: all lines of one turn of the event loop. */
const SCRATCH_BYTES = 65_536;
/** A UTF-16 unit is at most so many bytes of UTF-8. */
const MOST_BYTES_A_UNIT = 3;

/** An intent whose request waits to hear whether it may go. */
export interface WaitingIntent {
  readonly id: string;
  readonly line: string;
  /** Of the line and its newline. */
  readonly bytes: number;
  readonly answer: (mayGo: boolean) => void;
}

/** Whether each request may go. */
export type Answers = [WaitingIntent, boolean][];

/** The lines of one turn of the event loop: outcomes first, whose intents are of earlier turns. */
export class Batch {
  bytes = 0;
  text = '';
  readonly intents: WaitingIntent[] = [];
  /** The requests whose outcomes are in the text. */
  readonly settled: string[] = [];

  get isEmpty(): boolean {
    return this.text === '' && this.intents.length === 0;
  }

  add(line: string): void {
    this.text += `${line}\n`;
    this.bytes += bytesOf(line);
  }

  addIntent(intent: Omit<WaitingIntent, 'bytes'>): void {
    const bytes = bytesOf(intent.line);
    this.intents.push({ ...intent, bytes });
    this.bytes += bytes;
  }
}

/** Bytes of a line and its newline. */
export const bytesOf = (line: string): number => Buffer.byteLength(line) + 1;

/** Turns text into bytes without taking memory for it each time. */
export class ScratchEncoder {
  private readonly scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

  /** Lines, and those of some intents after them. Good until the next call. */
  encode(lines: string, intents: readonly WaitingIntent[]): Buffer {
    const text = intents.reduce((all, { line }) => `${all}${line}\n`, lines);
    if (text.length * MOST_BYTES_A_UNIT > this.scratch.length) return Buffer.from(text);
    return this.scratch.subarray(0, this.scratch.write(text));
  }
}
