const FIRST_BYTES = 262_144;
/** A body that has sent so much gets room for all that it may send: the system gives memory as it is written, and nothing large is copied. */
const LARGEST_COPIED = 2_097_152;

/**
 * A body as it comes. A small one is kept in the pieces in which it came; a larger one in one block of memory of its own, which
 * grows a few times at its beginning, so that nothing large is ever copied, and nothing has to be joined at its end.
 */
export class BodyBytes {
  length = 0;
  private readonly most: number;
  private chunks: Buffer[] = [];
  private block: Buffer | undefined;

  /** `most` bytes are all that will come. */
  constructor(most: number) {
    this.most = most;
  }

  add(chunk: Buffer): void {
    const end = this.length + chunk.length;
    if (end <= FIRST_BYTES) this.chunks.push(chunk);
    else chunk.copy(this.roomFor(end), this.length);
    this.length = end;
  }

  /** All of it. */
  take(): Buffer {
    if (this.block) return this.block.subarray(0, this.length);
    const [first] = this.chunks;
    return first && this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
  }

  private roomFor(end: number): Buffer {
    if (this.block && this.block.length >= end) return this.block;
    const grown = end > LARGEST_COPIED ? this.most : 2 * Math.max(this.length, FIRST_BYTES);
    const size = Math.max(end, Math.min(this.most, grown));
    const block = Buffer.allocUnsafeSlow(size);
    let at = 0;
    for (const chunk of this.block ? [this.block.subarray(0, this.length)] : this.chunks) {
      at += chunk.copy(block, at);
    }
    this.block = block;
    this.chunks = [];
    return block;
  }
}
