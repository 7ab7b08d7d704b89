const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Finds the line ends of a piece of text in turn: LF, CR, or both together. No byte is searched twice. */
export class LineEnds {
  private readonly bytes: Buffer;
  private feed: number;
  private carriage: number;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.feed = bytes.indexOf(NEWLINE);
    this.carriage = bytes.indexOf(RETURN);
  }

  /** Where the line ends that begins at `from`, which never goes back; -1 where its end is not in the piece. */
  endOf(from: number): number {
    const { bytes } = this;
    if (bytes[from] === NEWLINE) return from;
    if (this.feed !== -1 && this.feed < from) this.feed = bytes.indexOf(NEWLINE, from);
    if (this.carriage !== -1 && this.carriage < from) this.carriage = bytes.indexOf(RETURN, from);
    if (this.carriage === -1) return this.feed;
    return this.feed === -1 ? this.carriage : Math.min(this.feed, this.carriage);
  }

  /** Where the next line begins after one that ends at `end`. */
  after(end: number): number {
    const isPair = this.bytes[end] === RETURN && this.bytes[end + 1] === NEWLINE;
    return isPair ? end + 2 : end + 1;
  }
}
