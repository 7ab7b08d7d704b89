/** A line is longer than any that is read. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

const NEW_LINE = 10;

/** Cuts bytes into lines as they come. */
export class LineSplitter {
  private readonly onLine: (line: string) => void;
  private readonly longest: number;
  private pieces: Buffer[] = [];
  private held = 0;

  /** `longest`: bytes of a line. */
  constructor(longest: number, onLine: (line: string) => void) {
    this.longest = longest;
    this.onLine = onLine;
  }

  /** Bytes of the line that has not come whole. */
  get heldBytes(): number {
    return this.held;
  }

  /** Takes what came, whose memory may be used again. Throws LineTooLong. */
  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, from)) {
      this.hold(chunk.subarray(from, at));
      this.end();
      from = at + 1;
    }
    this.hold(chunk.subarray(from));
  }

  /** There is no more: what is left is a line, too. */
  end(): void {
    const line = Buffer.concat(this.pieces).toString();
    this.pieces = [];
    this.held = 0;
    if (line.trim() !== '') this.onLine(line);
  }

  private hold(piece: Buffer): void {
    this.held += piece.length;
    if (this.held > this.longest) throw new LineTooLong('a line is longer than any that is read');
    if (piece.length > 0) this.pieces.push(Buffer.from(piece));
  }
}
