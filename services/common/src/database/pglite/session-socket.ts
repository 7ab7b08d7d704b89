import { Duplex } from 'node:stream';
import type { PgliteThread } from './thread.ts';

/** What `pg` takes for a connection to a server: its bytes go to the database's thread and the answers come from there. */
export class SessionSocket extends Duplex {
  private readonly thread: PgliteThread;

  constructor(thread: PgliteThread) {
    super({ decodeStrings: true });
    this.thread = thread;
  }

  /** As of a net.Socket; the address means nothing. */
  connect(): this {
    const listener = {
      onBytes: (bytes: Uint8Array) => void this.push(bytes),
      onEnd: (error: Error) => this.destroy(error),
    };
    this.thread.begin(listener).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error as Error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // What the thread says is pushed as it comes.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.thread.send({ type: 'bytes', bytes: chunk });
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.thread.send({ type: 'bytes', bytes: Buffer.concat(chunks.map(({ chunk }) => chunk)) });
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}
