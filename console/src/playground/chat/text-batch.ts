/** Where a function is run before the next picture is drawn; the window of a browser is one. */
export interface Frames {
  readonly requestAnimationFrame: (run: () => void) => number;
  readonly cancelAnimationFrame: (id: number) => void;
}

/** Gathers pieces of a text, and hands them on together, once for each picture: a page cannot draw each of thousands a second. */
export class TextBatch {
  private pieces: string[] = [];
  private frame: number | undefined;
  private readonly frames: Frames;
  private readonly tell: (text: string) => void;

  constructor(frames: Frames, tell: (text: string) => void) {
    this.frames = frames;
    this.tell = tell;
  }

  add(piece: string): void {
    this.pieces.push(piece);
    this.frame ??= this.frames.requestAnimationFrame(() => this.flush());
  }

  /** Hands on what is left. No picture may be drawn any more, as of a page that nobody sees. */
  flush(): void {
    if (this.frame !== undefined) this.frames.cancelAnimationFrame(this.frame);
    this.frame = undefined;
    const text = this.pieces.join('');
    this.pieces = [];
    if (text !== '') this.tell(text);
  }
}
