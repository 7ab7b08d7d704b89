/** A part of an event, from `start` up to, but not including, `end`. */
export interface Hole {
  readonly start: number;
  readonly end: number;
}

/** An event without what is taken out of it. */
export const without = (event: Buffer, hole: Hole | undefined): Buffer =>
  hole ? Buffer.concat([event.subarray(0, hole.start), event.subarray(hole.end)]) : event;

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

  /** Keeps what goes up to `end`, but for a hole; `whole` where it began before the piece. */
  keep(end: number, whole: Buffer | undefined, hole?: Hole): void {
    if (whole) {
      this.parts.push(without(whole, hole));
      this.from = end;
    } else if (hole) {
      this.end = hole.start;
      this.flush();
      this.from = hole.end;
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
