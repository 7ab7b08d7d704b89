import { BodyBytes } from '../../memory/body-bytes.ts';
import {
  dataOf,
  holdsData,
  isData,
  isName,
  LineEnds,
  nameOf,
  NEWLINE,
  readEventFields,
  RETURN,
} from './event-data.ts';

const COLON = 0x3a;

/** An event whose beginning is as long as this and holds no data has nothing to say. */
const MOST_WITHOUT_DATA = 65_536;
/** Pictures and sounds come as one event each; nothing that is larger is waited for. */
const LARGEST_EVENT = 16 * 1_048_576;
/** Far more than JSON that is written for people takes. */
const MOST_LINES = 4096;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts a stream (text/event-stream) into its events, at line ends of every kind, however they are mixed. What has come of an event is held
 * until the event is whole; a comment between events is taken for one without data, so that it need not wait for a blank line.
 */
export class EventSplitter {
  /** The data of the event that was read last; undefined where it had none. */
  data: Buffer | undefined;
  /** Where they stand, in `whole` or else in the piece; -1 where there are none, or several lines of them. */
  dataAt = -1;
  /** Its name. */
  name = '';
  /** All of it, where it began in an earlier piece. */
  whole: Buffer | undefined;
  /** Why there is no use in waiting for the rest of the event that has begun. */
  problem: string | undefined;

  private held = new BodyBytes(LARGEST_EVENT);
  private piece: Buffer = NOTHING;
  private ends = new LineEnds(NOTHING);
  private event = 0;
  private line = 0;
  /** Lines of the event that are over. */
  private lines = 0;
  private firstEnd = -1;
  private secondEnd = -1;
  /** Whether a line began where the piece before ended; and whether it did so behind a CR, whose LF may be yet to come. */
  private isAtLine = true;
  private isAfterReturn = false;
  private isComment = false;
  private isKnownToHoldData = false;

  /** Bytes of the event that has begun. */
  get heldBytes(): number {
    return this.held.length;
  }

  /** Takes the next piece. Answers how many of its bytes belong to the event before: the LF behind a CR that ended it. */
  begin(piece: Buffer): number {
    const skipped = this.isAfterReturn && piece[0] === NEWLINE ? 1 : 0;
    if (piece.length > 0) this.isAfterReturn = false;
    this.piece = piece;
    this.ends = new LineEnds(piece);
    this.line = skipped;
    this.event = this.heldBytes === 0 ? skipped : 0;
    return this.event;
  }

  /** Reads the next event. Answers where it ends in the piece; -1 where none does: what is left is held. */
  next(): number {
    for (;;) {
      const { piece, line } = this;
      if (this.lines === 0 && this.isAtLine && line < piece.length)
        this.isComment = piece[line] === COLON;
      const end = this.ends.endOf(line);
      if (end === -1) {
        this.holdRest();
        return -1;
      }
      if (this.endsEvent(end)) {
        this.take();
        return this.line;
      }
    }
  }

  /** Steps over the end of a line; answers whether the event ends with it. */
  private endsEvent(end: number): boolean {
    const isBlank = this.isAtLine && end === this.line;
    this.isAtLine = true;
    this.line = this.ends.after(end);
    if (isBlank || (this.isComment && this.lines === 0)) return true;
    this.lines += 1;
    if (this.lines === 1) this.firstEnd = end;
    else if (this.lines === 2) this.secondEnd = end;
    return false;
  }

  /** Takes what is left for an event, as if the blank line that ends it had come. Answers whether there is any. */
  finish(): boolean {
    if (this.heldBytes === 0) return false;
    this.piece = NOTHING;
    this.line = 0;
    this.take();
    return true;
  }

  /** The event up to `line` is whole. */
  private take(): void {
    const { piece, event, line } = this;
    if (this.heldBytes > 0) {
      this.held.add(piece.subarray(0, line));
      this.whole = this.held.take();
      this.held = new BodyBytes(LARGEST_EVENT);
      this.readFields(this.whole, 0);
    } else {
      this.whole = undefined;
      this.read(piece, event, line);
    }
    this.isAfterReturn = line === piece.length && piece[line - 1] === RETURN;
    this.event = line;
    this.lines = 0;
    this.isComment = false;
    this.isKnownToHoldData = false;
  }

  /** Nearly all events are one line of data, or one with their name and one of data. */
  private read(piece: Buffer, from: number, to: number): void {
    const { lines, firstEnd, secondEnd } = this;
    if (lines === 1 && isData(piece, from)) {
      this.takeData(dataOf(piece, from, firstEnd), '');
      return;
    }
    const second = this.ends.after(firstEnd);
    if (lines === 2 && isName(piece, from) && isData(piece, second))
      this.takeData(dataOf(piece, second, secondEnd), nameOf(piece, from, firstEnd));
    else this.readFields(piece.subarray(from, to), from);
  }

  private takeData(data: Buffer, name: string): void {
    this.data = data;
    this.dataAt = data.byteOffset - this.piece.byteOffset;
    this.name = name;
  }

  /** Reads an event that begins at `from`. */
  private readFields(event: Buffer, from: number): void {
    const { data, dataAt, name } = readEventFields(event);
    this.data = data;
    this.dataAt = dataAt === -1 ? -1 : from + dataAt;
    this.name = name;
  }

  private holdRest(): void {
    const { piece, event, line } = this;
    if (piece.length === 0) return;
    this.isAtLine = line === piece.length;
    this.isAfterReturn = this.isAtLine && piece[line - 1] === RETURN;
    if (event === piece.length) return;
    this.held.add(piece.subarray(event));
    this.problem = this.problemOfHeld();
  }

  private problemOfHeld(): string | undefined {
    if (this.heldBytes > LARGEST_EVENT - MOST_WITHOUT_DATA) return 'an event has over 16 MiB';
    if (this.lines > MOST_LINES) return 'an event has too many lines';
    if (this.isKnownToHoldData || this.heldBytes <= MOST_WITHOUT_DATA) return undefined;
    this.isKnownToHoldData = holdsData(this.held.take());
    return this.isKnownToHoldData ? undefined : 'an event has over 64 KiB without any data';
  }
}
