const NEWLINE = 10;

/** What is told of lines. */
export interface LineListener {
  /** A whole line, without its end. */
  readonly onLine: (line: Buffer) => void;
  /** The first bytes of a line that has more than may be; the rest of it is dropped as it comes. */
  readonly onLong: (start: Buffer) => void;
}

/** Cuts a stream into lines, and never keeps more of one than `mostBytes`. */
export class BoundedLines {
  private readonly mostBytes: number;
  private readonly listener: LineListener;
  private parts: Buffer[] = [];
  private bytes = 0;
  /** Whether the line that comes in is beyond the bound already. */
  private isLong = false;

  constructor(mostBytes: number, listener: LineListener) {
    this.mostBytes = mostBytes;
    this.listener = listener;
  }

  /** Takes what came. */
  take(chunk: Buffer): void {
    let from = 0;
    for (
      let end = chunk.indexOf(NEWLINE, from);
      end >= 0;
      end = chunk.indexOf(NEWLINE, (from = end + 1))
    ) {
      this.add(chunk.subarray(from, end));
      this.endLine();
    }
    this.add(chunk.subarray(from));
  }

  private add(piece: Buffer): void {
    if (this.isLong || piece.length === 0) return;
    if (this.bytes + piece.length > this.mostBytes) {
      const start = Buffer.concat([...this.parts, piece]).subarray(0, this.mostBytes);
      this.clear();
      this.isLong = true;
      this.listener.onLong(start);
      return;
    }
    this.parts.push(piece);
    this.bytes += piece.length;
  }

  private endLine(): void {
    const { isLong, parts } = this;
    this.clear();
    if (!isLong && parts.length > 0) this.listener.onLine(Buffer.concat(parts));
  }

  private clear(): void {
    this.parts = [];
    this.bytes = 0;
    this.isLong = false;
  }
}
