/** A part that is kept. A small one of much that came would keep all of it in memory. */
export function partOf(part: Buffer): Buffer {
  if (2 * part.length >= part.buffer.byteLength) return part;
  const copy = Buffer.allocUnsafeSlow(part.length);
  part.copy(copy);
  return copy;
}

/** What came of a connection before its turn. However small the pieces are, each byte is copied a few times at most, and takes no more than two of memory. */
export class BytesAhead {
  length = 0;
  /** With room at its end where more than one piece came. */
  private block: Buffer | undefined;

  add(chunk: Buffer): void {
    const end = this.length + chunk.length;
    if (this.block) chunk.copy(this.roomFor(this.block, end), this.length);
    else this.block = partOf(chunk);
    this.length = end;
  }

  /** All of it, which waits no more; undefined where that is nothing. */
  take(): Buffer | undefined {
    const bytes = this.block?.subarray(0, this.length);
    this.block = undefined;
    this.length = 0;
    return bytes;
  }

  private roomFor(block: Buffer, end: number): Buffer {
    if (end <= block.length) return block;
    const larger = Buffer.allocUnsafeSlow(2 * end);
    block.copy(larger, 0, 0, this.length);
    this.block = larger;
    return larger;
  }
}
