import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { diskTroubleOf } from '@aicp/common/files/disk-trouble';

/** Writes to an open file; answers how many bytes. Throws the disk's error. */
export type WriteToFile = (file: number, chunk: Buffer) => number;

/**
 * A log that never outgrows the disk: past `maxBytes` it is set aside as `.1`, and the one set aside before goes. What the disk does not take is left out, and the log
 * says how much that was once the disk takes something again: what is logged goes on without its log.
 */
export class LogFile {
  private readonly path: string;
  private readonly maxBytes: number;
  private readonly toFile: WriteToFile;
  private file: number;
  private size: number;
  /** Bytes that the disk did not take. */
  private missing = 0;

  constructor(
    path: string,
    maxBytes = 20 * 1024 * 1024,
    toFile: WriteToFile = (file, chunk) => writeSync(file, chunk),
  ) {
    this.path = path;
    this.maxBytes = maxBytes;
    this.toFile = toFile;
    this.file = openSync(path, 'a', 0o600);
    this.size = fstatSync(this.file).size;
  }

  write(chunk: Buffer | string): void {
    const bytes = Buffer.from(chunk);
    let rest = bytes.length;
    try {
      if (this.missing > 0) this.tellMissing();
      const written = this.toFile(this.file, bytes);
      this.size += written;
      rest -= written;
      if (this.size > this.maxBytes) this.rotate();
    } catch (error) {
      if (!isOfDisk(error)) throw error;
    }
    this.missing += rest;
  }

  close(): void {
    closeSync(this.file);
  }

  private tellMissing(): void {
    const text = `\n{"level":"error","event":"log_lines_lost","bytes":${String(this.missing)}}\n`;
    this.size += this.toFile(this.file, Buffer.from(text));
    this.missing = 0;
  }

  private rotate(): void {
    renameSync(this.path, `${this.path}.1`);
    const file = openSync(this.path, 'a', 0o600);
    closeSync(this.file);
    this.file = file;
    this.size = 0;
  }
}

/** Whether it is the disk that refuses, which may take something again later: not that this process may not write there. */
export function isOfDisk(error: unknown): boolean {
  const trouble = diskTroubleOf(error);
  return trouble !== undefined && trouble !== 'forbidden';
}
