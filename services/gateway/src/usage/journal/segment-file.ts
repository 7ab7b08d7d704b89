import type { JournalDisk } from './disk.ts';
import { LineBuffer, wholeLines } from './line-buffer.ts';
import type { Segment } from './segments.ts';

/** No line, since it has no end: the file is cut back before the next. */
const PROBE = Buffer.alloc(4096, ' ');

/** Bytes of the head, which is of no use elsewhere. */
const firstLine = (bytes: Buffer): number => bytes.indexOf('\n') + 1;

/** What became of an attempt to append lines. */
export interface Appended {
  /** Bytes of the whole lines that are in the file. */
  readonly bytes: number;
  /** Why the rest is not. */
  readonly error?: unknown;
}

/**
 * A segment that is being written. Writes are synchronous: when they return, the bytes outlive this process. After a write that failed
 * the file is cut back to its last whole line before anything else is written to it.
 */
export class SegmentFile {
  readonly segment: Segment;
  /** Bytes of whole lines. */
  size = 0;
  /** Bytes that are certain to outlive the machine. */
  syncedSize = 0;
  /** Whether lines were forgotten that could not be written again if the disk lost them. */
  hasForgotten = false;
  isClosed = false;
  /** Whether all its lines were handed over: what becomes of it does not matter any more. */
  isAbandoned = false;

  private readonly disk: JournalDisk;
  private readonly descriptor: number;
  private isTorn = false;
  /** Lines that were written since the last sync began, and those that a sync is bringing to the disk. */
  private readonly written = new LineBuffer();
  private readonly syncing = new LineBuffer();

  /** Makes the file; throws the system's error where it is there already, or can't be made. */
  constructor(disk: JournalDisk, segment: Segment) {
    this.disk = disk;
    this.segment = segment;
    this.descriptor = disk.create(segment.path);
  }

  /** Bytes of lines that are held in memory until they are certain to outlive the machine. */
  get heldBytes(): number {
    return this.written.bytes + this.syncing.bytes;
  }

  /** Bytes in the file that the machine may still lose. */
  get unsyncedBytes(): number {
    return this.size - this.syncedSize;
  }

  /** Appends lines, and holds them until they are synced. */
  append(lines: Buffer): Appended {
    const appended = this.appendUnheld(lines);
    this.written.append(lines.subarray(0, appended.bytes));
    return appended;
  }

  /** The same for lines that stand elsewhere, too. */
  appendUnheld(lines: Buffer): Appended {
    let taken = 0;
    try {
      this.mend();
      this.isTorn = true;
      while (taken < lines.length) taken += this.appendSome(lines, taken);
      this.isTorn = false;
    } catch (error) {
      const bytes = wholeLines(lines.subarray(0, taken));
      this.size += bytes;
      return { bytes, error };
    }
    const bytes = wholeLines(lines);
    this.size += bytes;
    return { bytes };
  }

  private appendSome(lines: Buffer, offset: number): number {
    const taken = this.disk.append(this.descriptor, lines, offset);
    if (taken > 0) return taken;
    throw Object.assign(new Error('The disk took no byte of a write'), { code: 'ENOSPC' });
  }

  /** Whether there is room for more; gives the error where there is none. Leaves nothing behind. */
  probe(): Appended {
    const appended = this.appendUnheld(PROBE);
    this.isTorn = true;
    return appended;
  }

  /** Cuts what a failed write left after the last whole line. Throws the system's error. */
  mend(): void {
    if (!this.isTorn) return;
    this.disk.truncate(this.descriptor, this.size);
    this.isTorn = false;
  }

  /** Empties the file, at the latest before the next lines. Whether it is empty now. */
  empty(): boolean {
    this.size = 0;
    this.isTorn = true;
    this.written.clear();
    try {
      this.mend();
      return true;
    } catch {
      // The next append tries again before it writes, and says what is wrong where that fails.
      return false;
    }
  }

  /** Forgets the oldest lines until no more than `bytes` are held. */
  holdAtMost(bytes: number): void {
    while (this.heldBytes > bytes) {
      const held = this.syncing.bytes > 0 ? this.syncing : this.written;
      held.drop(held.first()?.length ?? 0);
      this.hasForgotten = true;
    }
  }

  /** Brings what was written to the disk itself; rejects with the system's error. One at a time. */
  async sync(): Promise<void> {
    if (this.unsyncedBytes === 0) return;
    const { size } = this;
    this.syncing.take(this.written);
    await this.disk.sync(this.descriptor);
    this.syncedSize = size;
    this.syncing.clear();
  }

  /** Hands over the lines that the machine may have lost. */
  handOver(to: LineBuffer): void {
    to.take(this.syncing);
    to.take(this.written);
  }

  /** Whether somebody removed it. A disk that does not say is taken to have it. */
  get isRemoved(): boolean {
    try {
      return !this.disk.hasName(this.descriptor);
    } catch {
      // The next write or sync meets what is wrong with the descriptor, and says it.
      return false;
    }
  }

  /** Hands over every line, read back through the descriptor; where that fails, those that are in memory, and the error. */
  handOverAll(to: LineBuffer): unknown {
    this.isAbandoned = true;
    const held = new LineBuffer();
    this.handOver(held);
    try {
      const bytes = this.disk.readBack(this.descriptor, this.size);
      to.append(bytes.subarray(firstLine(bytes), wholeLines(bytes)));
      return undefined;
    } catch (error) {
      to.take(held);
      return error;
    }
  }

  /** Throws the system's error; the descriptor is gone all the same. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.disk.close(this.descriptor);
  }
}
