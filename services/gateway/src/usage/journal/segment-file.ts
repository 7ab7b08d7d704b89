import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Segment } from './segments.ts';

const syncData = promisify(fdatasync);

/** A segment that is being written. Writes are synchronous: when they return, the bytes outlive this process. */
export class SegmentFile {
  readonly segment: Segment;
  size = 0;

  private readonly descriptor: number;
  private unsynced = 0;
  private syncing: Promise<void> = Promise.resolve();

  /** Creates the file; throws the system's error where it is there already, or can't be made. */
  constructor(segment: Segment) {
    this.segment = segment;
    this.descriptor = openSync(segment.path, 'ax', 0o600);
  }

  /** Throws the system's error where not all of it could be written; `size` says how much was. */
  write(text: string): void {
    const length = Buffer.byteLength(text);
    let written = writeSync(this.descriptor, text);
    this.grow(written);
    while (written < length) {
      const more = writeSync(this.descriptor, Buffer.from(text), written);
      this.grow(more);
      written += more;
    }
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
