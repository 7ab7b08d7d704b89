/** Keeps the last bytes of what passes, in memory that does not grow. */
export class TailBytes {
  private readonly size: number;
  private readonly block: Buffer;
  private end = 0;

  /** Keeps `size` bytes, and takes twice as many. */
  constructor(size: number) {
    this.size = size;
    this.block = Buffer.allocUnsafeSlow(2 * size);
  }

  add(chunk: Buffer): void {
    const bytes = chunk.subarray(-this.size);
    if (this.end + bytes.length > this.block.length) {
      this.block.copyWithin(0, this.end - this.size, this.end);
      this.end = this.size;
    }
    this.end += bytes.copy(this.block, this.end);
  }

  /** The last bytes; they change with the next that come. */
  get bytes(): Buffer {
    return this.block.subarray(Math.max(0, this.end - this.size), this.end);
  }
}
