import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** A log that never outgrows the disk: past `maxBytes` it is set aside as `.1`, and the one set aside before goes. */
export class LogFile {
  private readonly path: string;
  private readonly maxBytes: number;
  private file: number;
  private size: number;

  constructor(path: string, maxBytes = 20 * 1024 * 1024) {
    this.path = path;
    this.maxBytes = maxBytes;
    this.file = openSync(path, 'a', 0o600);
    this.size = fstatSync(this.file).size;
  }

  write(chunk: Buffer | string): void {
    this.size +=
      typeof chunk === 'string' ? writeSync(this.file, chunk) : writeSync(this.file, chunk);
    if (this.size > this.maxBytes) this.rotate();
  }

  close(): void {
    closeSync(this.file);
  }

  private rotate(): void {
    closeSync(this.file);
    renameSync(this.path, `${this.path}.1`);
    this.file = openSync(this.path, 'a', 0o600);
    this.size = 0;
  }
}
