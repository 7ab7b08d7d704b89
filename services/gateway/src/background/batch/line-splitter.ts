const NEW_LINE = 10;
/** Memory for a line at first, and as much as is kept between lines. */
const FIRST_BYTES = 65_536;
const NONE = Buffer.alloc(0);

/** Cuts bytes into lines as they come. Of one that is too long nothing is held: it is passed over, and counted. */
export class LineSplitter {
  /** Lines that were too long. */
  skipped = 0;
  private readonly onLine: (line: string) => void;
  private readonly longest: number;
  private memory = NONE;
  private length = 0;
  private isTooLong = false;

  /** `longest`: bytes of a line. */
  constructor(longest: number, onLine: (line: string) => void) {
    this.longest = longest;
    this.onLine = onLine;
  }

  /** Bytes of memory for the line that has not come whole. */
  get heldBytes(): number {
    return this.memory.length;
  }

  /** Takes what came, whose memory may be used again. */
  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, from)) {
      // Lines of nothing are many where a file is made of them.
      if (at > from || this.length > 0 || this.isTooLong) {
        this.hold(chunk.subarray(from, at));
        this.end();
      }
      from = at + 1;
    }
    this.hold(chunk.subarray(from));
  }

  /** There is no more: what is left is a line, too. */
  end(): void {
    const line = this.memory.toString('utf8', 0, this.length);
    if (this.isTooLong) this.skipped += 1;
    this.isTooLong = false;
    this.length = 0;
    if (this.memory.length > FIRST_BYTES) this.memory = NONE;
    if (line.trim() !== '') this.onLine(line);
  }

  /** Pieces are copied together, so that a line that comes byte by byte takes no more than another. */
  private hold(piece: Buffer): void {
    if (this.isTooLong) return;
    const length = this.length + piece.length;
    if (length > this.longest) {
      this.isTooLong = true;
      this.memory = NONE;
      this.length = 0;
      return;
    }
    if (length > this.memory.length) this.grow(length);
    piece.copy(this.memory, this.length);
    this.length = length;
  }

  private grow(length: number): void {
    const size = Math.min(this.longest, Math.max(length, this.memory.length * 2, FIRST_BYTES));
    const memory = Buffer.allocUnsafe(size);
    this.memory.copy(memory, 0, 0, this.length);
    this.memory = memory;
  }
}
