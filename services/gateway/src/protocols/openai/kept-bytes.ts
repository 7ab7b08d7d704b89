/** What is passed on of a piece of a stream. Events that stand side by side go as one, without being copied. */
export class KeptBytes {
  private readonly piece: Buffer;
  private readonly parts: Buffer[] = [];
  private from: number;
  private end: number;

  /** The bytes from `from` to `end` are kept already. */
  constructor(piece: Buffer, from: number, end: number) {
    this.piece = piece;
    this.from = from;
    this.end = end;
  }

  /** Keeps what goes up to `end`; `whole` where it began before the piece. */
  keep(end: number, whole: Buffer | undefined): void {
    if (whole) {
      this.parts.push(whole);
      this.from = end;
    }
    this.end = end;
  }

  leaveOut(end: number): void {
    this.flush();
    this.from = end;
    this.end = end;
  }

  /** All that was kept; undefined where that is nothing. */
  join(): Buffer | undefined {
    this.flush();
    return this.parts.length > 1 ? Buffer.concat(this.parts) : this.parts[0];
  }

  private flush(): void {
    if (this.end > this.from) this.parts.push(this.piece.subarray(this.from, this.end));
  }
}
