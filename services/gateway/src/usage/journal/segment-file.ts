import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Segment } from './segments.ts';

const syncData = promisify(fdatasync);

/** Most writes fit in here: all lines of one turn of the event loop. */
const SCRATCH_BYTES = 65_536;
/** A UTF-16 unit is at most so many bytes of UTF-8. */
const MOST_BYTES_A_UNIT = 3;

/** A segment that is being written. Writes are synchronous: when they return, the bytes outlive this process. */
export class SegmentFile {
  readonly segment: Segment;
  size = 0;

  private readonly descriptor: number;
  private readonly scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
  private unsynced = 0;
  private syncing: Promise<void> = Promise.resolve();

  /** Creates the file; throws the system's error where it is there already, or can't be made. */
  constructor(segment: Segment) {
    this.segment = segment;
    this.descriptor = openSync(segment.path, 'ax', 0o600);
  }

  /** Throws the system's error where not all of it could be written; `size` says how much was. */
  write(text: string): void {
    const bytes = this.encode(text);
    let written = 0;
    while (written < bytes.length) {
      const more = writeSync(this.descriptor, bytes, written);
      this.grow(more);
      written += more;
    }
  }

  /** The text's bytes, good until the next call. */
  private encode(text: string): Buffer {
    if (text.length * MOST_BYTES_A_UNIT > this.scratch.length) return Buffer.from(text);
    return this.scratch.subarray(0, this.scratch.write(text));
  }

  /** Brings what was written to the disk itself; rejects with the system's error. */
  sync(): Promise<void> {
    this.syncing = this.syncing.then(async () => {
      if (this.unsynced === 0) return;
      this.unsynced = 0;
      await syncData(this.descriptor);
    });
    return this.syncing;
  }

  private grow(bytes: number): void {
    this.size += bytes;
    this.unsynced += bytes;
  }

  /** Syncs and closes. */
  async close(): Promise<void> {
    try {
      await this.sync();
    } finally {
      closeSync(this.descriptor);
    }
  }
}
