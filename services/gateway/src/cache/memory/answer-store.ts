import { BLOCK_BYTES, BlockMemory, blocksFor, PAGE_BYTES } from './block-memory.ts';
import { EntryQueue, linksFor } from './entry-queue.ts';
import { ENTRY_BYTES, EntryTable, NONE } from './entry-table.ts';
import { Ghosts } from './ghosts.ts';

export interface StoreBounds {
  /** What keys, index and answers may take together, bytes. */
  readonly maxBytes: number;
}

/** The part of the memory in which what was asked once waits to be asked again. */
const SMALL_SHARE = 0.1;
const MOST_USES = 3;
/**
 * So many are moved on at most before one goes, however often it was asked: where all were asked, one request would wait until every one had been
 * looked at up to four times.
 */
const MOST_MOVES = 4096;
/** One answer takes no more than this part of all. */
const LARGEST_SHARE = 0.1;

/**
 * Answers by their keys, in bounded memory outside of the heap. What stays is chosen by S3-FIFO (Yang et al., SOSP 2023): what is new waits in a
 * small queue and is let go unless it is asked again, so that any number of answers that are asked once push out none that are asked often; what
 * was let go and comes again goes straight into the main queue.
 */
export class AnswerStore {
  private readonly maxBytes: number;
  private readonly table: EntryTable;
  private readonly memory = new BlockMemory();
  private readonly small: EntryQueue;
  private readonly main: EntryQueue;
  private readonly ghosts: Ghosts;
  /** Of each entry, how often it was asked since it was looked at last, and whether it is in the main queue. */
  private readonly uses: Uint8Array;
  private readonly isMain: Uint8Array;

  constructor({ maxBytes }: StoreBounds) {
    const capacity = Math.floor(maxBytes / (BLOCK_BYTES + ENTRY_BYTES));
    const links = linksFor(capacity);
    this.maxBytes = maxBytes;
    this.table = new EntryTable(capacity);
    this.small = new EntryQueue(links);
    this.main = new EntryQueue(links);
    this.ghosts = new Ghosts(capacity);
    this.uses = new Uint8Array(capacity + 1);
    this.isMain = new Uint8Array(capacity + 1);
  }

  get entries(): number {
    return this.table.count;
  }

  /** What is taken of `maxBytes`: with pages in which there is room left. */
  get bytes(): number {
    return this.memory.bytes + this.table.used * ENTRY_BYTES;
  }

  /** A copy of the answer that a key of 32 bytes has; undefined: none, or it is past its end. */
  get(key: Uint8Array, nowMs: number): Buffer | undefined {
    const { table, uses } = this;
    const entry = table.find(key);
    if (entry === NONE) return undefined;
    if ((table.endsAt[entry] ?? 0) <= nowMs) {
      this.drop(entry);
      return undefined;
    }
    uses[entry] = Math.min(MOST_USES, (uses[entry] ?? 0) + 1);
    return this.memory.read(table.block[entry] ?? 0, table.length[entry] ?? 0);
  }

  /** Keeps an answer in the place of the one that the key has, until `endsAtMs`; false where it is too large to be kept. */
  set(key: Uint8Array, answer: Uint8Array, endsAtMs: number, nowMs: number): boolean {
    const { table, memory, ghosts, uses, isMain } = this;
    this.delete(key);
    const blocks = blocksFor(answer.length);
    if (blocks * BLOCK_BYTES > this.maxBytes * LARGEST_SHARE) return false;
    // Else it would look for room that no eviction makes.
    if (this.maxBytes < PAGE_BYTES + ENTRY_BYTES) return false;
    const wasHere = ghosts.has(key, table.count);
    this.makeRoom(blocks, nowMs);
    const entry = table.add(key);
    table.block[entry] = memory.write(answer);
    table.length[entry] = answer.length;
    table.endsAt[entry] = endsAtMs;
    uses[entry] = 0;
    isMain[entry] = wasHere ? 1 : 0;
    this.queueOf(entry).add(entry, blocks * BLOCK_BYTES);
    return true;
  }

  /** Forgets the answer of a key, if it has one. */
  delete(key: Uint8Array): void {
    const entry = this.table.find(key);
    if (entry !== NONE) this.drop(entry);
  }

  /** Lets answers go, and takes memory, until there is room for an entry and so many blocks. */
  private makeRoom(blocks: number, nowMs: number): void {
    const { table, memory } = this;
    const hasEntry = (): boolean =>
      table.hasSpare || (!table.isFull && this.hasRoomFor(ENTRY_BYTES));
    while (!hasEntry()) this.evict(nowMs);
    const ofEntry = table.hasSpare ? 0 : ENTRY_BYTES;
    while (memory.room < blocks) {
      if (this.hasRoomFor(ofEntry + PAGE_BYTES)) memory.grow();
      else this.evict(nowMs);
    }
  }

  private hasRoomFor(bytes: number): boolean {
    return this.bytes + bytes <= this.maxBytes;
  }

  /** Lets one answer go. */
  private evict(nowMs: number): void {
    const { small, main } = this;
    const isSmallLarge = small.bytes > SMALL_SHARE * (small.bytes + main.bytes);
    const isOfSmall = main.oldest === NONE || (isSmallLarge && small.oldest !== NONE);
    for (let moves = 0; ; moves += 1) {
      const mayMove = moves < MOST_MOVES;
      if (isOfSmall ? this.evictSmall(nowMs, mayMove) : this.evictMain(nowMs, mayMove)) return;
    }
  }

  /** Looks at the oldest of the small queue; whether it went, or the queue is empty. */
  private evictSmall(nowMs: number, mayMove: boolean): boolean {
    const { small, table, uses, isMain } = this;
    const entry = small.oldest;
    if (entry === NONE) return true;
    const isOver = (table.endsAt[entry] ?? 0) <= nowMs;
    if (mayMove && !isOver && (uses[entry] ?? 0) > 0) {
      this.requeue(entry, () => {
        isMain[entry] = 1;
        uses[entry] = 0;
      });
      return false;
    }
    if (!isOver) this.ghosts.add(table.keyOf(entry));
    this.drop(entry);
    return true;
  }

  /** The same of the main queue, where whatever was asked stays for another round. */
  private evictMain(nowMs: number, mayMove: boolean): boolean {
    const { main, table, uses } = this;
    const entry = main.oldest;
    if (entry === NONE) return true;
    const times = uses[entry] ?? 0;
    if (mayMove && times > 0 && (table.endsAt[entry] ?? 0) > nowMs) {
      this.requeue(entry, () => {
        uses[entry] = times - 1;
      });
      return false;
    }
    this.drop(entry);
    return true;
  }

  private requeue(entry: number, change: () => void): void {
    const bytes = this.bytesOf(entry);
    this.queueOf(entry).remove(entry, bytes);
    change();
    this.queueOf(entry).add(entry, bytes);
  }

  private drop(entry: number): void {
    const { table, memory } = this;
    this.queueOf(entry).remove(entry, this.bytesOf(entry));
    memory.erase(table.block[entry] ?? 0);
    table.remove(entry);
  }

  private queueOf(entry: number): EntryQueue {
    return this.isMain[entry] === 1 ? this.main : this.small;
  }

  private bytesOf(entry: number): number {
    return blocksFor(this.table.length[entry] ?? 0) * BLOCK_BYTES;
  }
}
