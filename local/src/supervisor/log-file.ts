import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';

/** A log that never outgrows the disk: past `maxBytes` it is set aside as `.1`, and the one set aside before goes. */
export class LogFile {
  private readonly path: string;
  private readonly maxBytes: number;
  private stream: WriteStream;
  private size: number;

  constructor(path: string, maxBytes = 20 * 1024 * 1024) {
    this.path = path;
    this.maxBytes = maxBytes;
    this.size = existsSync(path) ? statSync(path).size : 0;
    this.stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  }

  write(chunk: Buffer | string): void {
    this.size += chunk.length;
    this.stream.write(chunk);
    if (this.size > this.maxBytes) this.rotate();
  }

  close(): void {
    this.stream.end();
  }

  private rotate(): void {
    this.stream.end();
    renameSync(this.path, `${this.path}.1`);
    this.stream = createWriteStream(this.path, { flags: 'a', mode: 0o600 });
    this.size = 0;
  }
}
