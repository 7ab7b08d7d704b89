/** Bytes of a block; the first four name the next one of its chain. */
export const BLOCK_BYTES = 256;
const LINK_BYTES = 4;
const ROOM = BLOCK_BYTES - LINK_BYTES;
const BLOCKS_A_PAGE = 1024;
/** Memory is taken in pages, outside of what the garbage collector looks through. */
export const PAGE_BYTES = BLOCK_BYTES * BLOCKS_A_PAGE;

/** No block. */
const NONE = 0;

/** How many blocks hold so many bytes. */
export const blocksFor = (bytes: number): number => Math.max(1, Math.ceil(bytes / ROOM));

/**
 * Memory in blocks of one size, so that what is freed fits whatever comes next. What is kept is a chain of them. Pages are taken as they are
 * needed, and stay.
 */
export class BlockMemory {
  private pages: Buffer[] = [];
  /** The first of the free blocks, each of which names the next. */
  private free = NONE;
  private freeCount = 0;

  /** Bytes of the pages that were taken. */
  get bytes(): number {
    return this.pages.length * PAGE_BYTES;
  }

  /** How many more blocks there is room for without another page. */
  get room(): number {
    return this.freeCount;
  }

  /** Takes another page. */
  grow(): void {
    const first = this.pages.length * BLOCKS_A_PAGE + 1;
    this.pages.push(Buffer.allocUnsafeSlow(PAGE_BYTES));
    for (let block = first + BLOCKS_A_PAGE - 1; block >= first; block -= 1) this.release(block);
  }

  /** Keeps bytes in free blocks, of which there have to be enough; answers the first. */
  write(bytes: Uint8Array): number {
    const first = this.take();
    let block = first;
    let at = 0;
    for (;;) {
      const [page, offset] = this.placeOf(block);
      const end = Math.min(bytes.length, at + ROOM);
      page.set(bytes.subarray(at, end), offset + LINK_BYTES);
      at = end;
      if (at >= bytes.length) {
        page.writeUInt32LE(NONE, offset);
        return first;
      }
      const next = this.take();
      page.writeUInt32LE(next, offset);
      block = next;
    }
  }

  /** A copy of what a chain holds. */
  read(first: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let block = first;
    for (let at = 0; at < length; at += ROOM) {
      const [page, offset] = this.placeOf(block);
      const end = offset + LINK_BYTES + Math.min(ROOM, length - at);
      page.copy(bytes, at, offset + LINK_BYTES, end);
      block = page.readUInt32LE(offset);
    }
    return bytes;
  }

  /** Frees a chain. */
  erase(first: number): void {
    let block = first;
    while (block !== NONE) {
      const [page, offset] = this.placeOf(block);
      const next = page.readUInt32LE(offset);
      this.release(block);
      block = next;
    }
  }

  private take(): number {
    const block = this.free;
    if (block === NONE) throw new Error('there is no free block');
    const [page, offset] = this.placeOf(block);
    this.free = page.readUInt32LE(offset);
    this.freeCount -= 1;
    return block;
  }

  private release(block: number): void {
    const [page, offset] = this.placeOf(block);
    page.writeUInt32LE(this.free, offset);
    this.free = block;
    this.freeCount += 1;
  }

  private placeOf(block: number): [page: Buffer, offset: number] {
    const index = block - 1;
    const page = this.pages[Math.floor(index / BLOCKS_A_PAGE)];
    if (!page) throw new Error(`there is no block ${block}`);
    return [page, (index % BLOCKS_A_PAGE) * BLOCK_BYTES];
  }
}
