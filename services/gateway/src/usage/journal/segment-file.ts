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

  /** Throws the system's error where not all of it could be written. */
  write(text: string): void {
    const bytes = Buffer.from(text);
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.descriptor, bytes, written);
    }
    this.size += written;
    this.unsynced += written;
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

  /** Syncs and closes. */
  async close(): Promise<void> {
    try {
      await this.sync();
    } finally {
      closeSync(this.descriptor);
    }
  }
}
