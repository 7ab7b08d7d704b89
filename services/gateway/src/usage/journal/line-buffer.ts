const BLOCK_BYTES = 65_536;
const NEWLINE = 0x0a;

interface Block {
  readonly bytes: Buffer;
  start: number;
  end: number;
}

/** Whole lines in memory, as bytes, first in first out. A block never ends within a line. */
export class LineBuffer {
  bytes = 0;

  private readonly blocks: Block[] = [];

  /** Copies lines to the end. */
  append(lines: Buffer): void {
    if (lines.length === 0) return;
    const block = this.blockFor(lines.length);
    lines.copy(block.bytes, block.end);
    block.end += lines.length;
    this.bytes += lines.length;
  }

  /** Moves all lines of another to the end, which is empty then. */
  take(other: LineBuffer): void {
    this.blocks.push(...other.blocks);
    this.bytes += other.bytes;
    other.clear();
  }

  clear(): void {
    this.blocks.length = 0;
    this.bytes = 0;
  }

  /** The oldest lines; undefined where there are none. */
  first(): Buffer | undefined {
    const block = this.blocks[0];
    return block?.bytes.subarray(block.start, block.end);
  }

  /** Forgets so many bytes of what `first` gave. */
  drop(bytes: number): void {
    const block = this.blocks[0];
    if (!block) return;
    block.start += bytes;
    this.bytes -= bytes;
    if (block.start === block.end) this.blocks.shift();
  }

  /** All lines, in pieces that end with a line. */
  pieces(): Buffer[] {
    return this.blocks.map(({ bytes, start, end }) => bytes.subarray(start, end));
  }

  private blockFor(bytes: number): Block {
    const last = this.blocks.at(-1);
    if (last && last.bytes.length - last.end >= bytes) return last;
    const block = { bytes: Buffer.allocUnsafe(Math.max(BLOCK_BYTES, bytes)), start: 0, end: 0 };
    this.blocks.push(block);
    return block;
  }
}

/** How many bytes the whole lines at the beginning have. */
export const wholeLines = (bytes: Buffer): number => bytes.lastIndexOf(NEWLINE) + 1;

/** How many lines end in the bytes. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
